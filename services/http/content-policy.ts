import type { FastifyReply } from 'fastify';
import type { Site } from './site.ts';

const header = 'content-security-policy';
const recaptchaPaths = ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'];

/** What pages may load: ours, and of others only what is set up. */
export function contentPolicy({ url, cdn, recaptcha }: Site) {
  const cdnOrigin = originOf(cdn);
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      // Mantine writes its variables into style elements.
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', ...(cdnOrigin && cdnOrigin !== new URL(url).origin ? [cdnOrigin] : [])],
      fontSrc: ["'self'", 'data:'],
      ...(recaptcha
        ? {
            scriptSrc: ["'self'", ...recaptchaPaths],
            frameSrc: [recaptchaPaths[0]!, 'https://recaptcha.google.com/recaptcha/'],
            connectSrc: ["'self'", recaptchaPaths[0]!],
          }
        : {}),
      objectSrc: ["'none'"],
      baseUri: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  };
}

/** Lets one page show a picture from somewhere else, such as a company's logo. */
export function allowImagesOf(reply: FastifyReply, address: string): void {
  const origin = originOf(address);
  const policy = String(reply.getHeader(header));
  if (origin)
    reply.header(
      header,
      policy.replace(/img-src [^;]*/, (images) => `${images} ${origin}`),
    );
}

/** Null for a path, and for what no page should load from. */
function originOf(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, origin } = new URL(address);
  return protocol === 'https:' || protocol === 'http:' ? origin : null;
}
