import { invalid } from '@frankly/contracts/errors';
import type { Position } from '@frankly/contracts/position';
import type { OidcProvider, OidcSettings, SamlSettings, SsoProvider } from '@frankly/contracts/security';
import { type CommandContext, handle } from '../handle.ts';
import type { Platform } from '../platform.ts';
import { companySecurity } from '../security/company-security.ts';
import { isLoopback } from './addresses.ts';
import { dropSecret, keepSecret } from './company-secrets.ts';
import { readIdpMetadata } from './idp-metadata.ts';
import { clientSecretName } from './oidc.ts';
import { fetchText } from './remote.ts';
import { forgetLinks } from './whose-account.ts';
import { XmlRefused } from './xml.ts';

interface Place {
  production: boolean;
}

/** Providers are asked over https; on this machine itself, and outside production, http will do. */
export function refuseUnsafe(path: string, address: string, { production }: Place): void {
  const url = new URL(address);
  if (url.protocol === 'https:' || (url.protocol === 'http:' && !production && isLoopback(url))) return;
  throw invalid({ path, message: 'The address has to start with https://.' });
}

/** The secret goes first: a crash in between leaves one that nothing uses yet. @throws DomainError invalid_input */
export async function setUpOidc(
  platform: Platform,
  provider: OidcProvider,
  { clientSecret, ...settings }: OidcSettings & { clientSecret?: string | undefined },
  { production, ...context }: CommandContext & Place,
): Promise<Position> {
  const { companyId } = context;
  refuseUnsafe('issuer', settings.issuer, { production });
  if (settings.issuer.includes('/.well-known/'))
    throw invalid({ path: 'issuer', message: 'Leave out /.well-known/… and what follows it.' });
  if (clientSecret) await keepSecret(platform, companyId, clientSecretName(provider), clientSecret);
  const command = { type: 'ConfigureOidc', companyId, provider, settings, newSecret: Boolean(clientSecret) } as const;
  return (await handle(platform, companySecurity, command, context)).position;
}

/** @throws DomainError invalid_input, saying what is wrong with the metadata */
export async function setUpSaml(
  platform: Platform,
  { name, metadataUrl, metadataXml }: { name: string; metadataUrl?: string | undefined; metadataXml?: string | undefined },
  { production, ...context }: CommandContext & Place,
): Promise<Position> {
  if (Boolean(metadataUrl) === Boolean(metadataXml))
    throw invalid({ path: 'metadataUrl', message: 'Give the address of the metadata, or the file: one of them.' });
  if (metadataUrl) refuseUnsafe('metadataUrl', metadataUrl, { production });
  const path = metadataUrl ? 'metadataUrl' : 'metadataXml';
  const xml =
    metadataXml ??
    (await fetchText(metadataUrl!).catch((error: Error) => {
      throw invalid({ path, message: `The metadata could not be fetched: ${error.message}.` });
    }));
  const settings: SamlSettings = { name, ...metadataAt(path, xml), ...(metadataUrl ? { metadataUrl } : {}) };
  refuseUnsafe(path, settings.signInUrl, { production });
  const command = { type: 'ConfigureSaml', companyId: context.companyId, settings } as const;
  return (await handle(platform, companySecurity, command, context)).position;
}

function metadataAt(path: string, xml: string) {
  try {
    return readIdpMetadata(xml);
  } catch (error) {
    if (!(error instanceof XmlRefused)) throw error;
    throw invalid({ path, message: `This metadata cannot be used: ${error.message}.` });
  }
}

/** @throws DomainError sso_unknown, invalid_input */
export async function removeProvider(platform: Platform, provider: SsoProvider, context: CommandContext): Promise<Position> {
  const { companyId } = context;
  const { position } = await handle(platform, companySecurity, { type: 'RemoveSso', companyId, provider }, context);
  if (provider !== 'saml') await dropSecret(platform, companyId, clientSecretName(provider));
  await forgetLinks(platform, companyId, provider);
  return position;
}
