import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import { DomainError } from '@frankly/contracts/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Of a form of either kind. */
export const formBytes = 16 * 1024;
const small = { fieldSize: formBytes, fields: 20, files: 0, parts: 20 };

/** Forms of either kind become the body of the routes of this scope. */
export async function registerForms(app: FastifyInstance): Promise<void> {
  await app.register(formbody, { bodyLimit: formBytes });
  await app.register(multipart, { limits: small });
  app.addHook('preValidation', async (request) => {
    if (request.isMultipart()) request.body = await fieldsOf(request);
  });
}

/** A field that is sent twice is a list, as in the other kind of form. @throws DomainError bad_request when it breaks off */
async function fieldsOf(request: FastifyRequest): Promise<Record<string, unknown>> {
  const fields = new Map<string, unknown>();
  try {
    for await (const part of request.parts()) {
      const { fieldname } = part;
      const value = part.type === 'field' ? part.value : await part.toBuffer();
      fields.set(fieldname, fields.has(fieldname) ? [fields.get(fieldname), value].flat() : value);
    }
  } catch (error) {
    // What the parser throws about a broken form has no status, unlike what the plugin says of one that is too large.
    throw (error as { statusCode?: number }).statusCode === undefined ? new DomainError('bad_request') : error;
  }
  return Object.fromEntries(fields);
}
