import { createHmac, generateKeyPairSync, type KeyObject, randomUUID, X509Certificate } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { selfSignedCertificate } from '@frankly/services/sso/certificate';
import * as samlify from 'samlify';
import { SignedXml } from 'xml-crypto';

// Schemas are not what is tried out here; both sides check signatures and content.
samlify.setSchemaValidator({ validate: async () => 'not checked' });

const year = 365 * 24 * 60 * 60_000;

export interface Signer {
  key: KeyObject;
  /** PEM. */
  certificate: string;
}

export function newSigner({ from = -year, until = year } = {}): Signer {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const times = { from: new Date(Date.now() + from), until: new Date(Date.now() + until) };
  return { key: privateKey, certificate: selfSignedCertificate(privateKey, { name: 'A provider', ...times }) };
}

/** What stands in an answer, by the names that the template has. */
export interface AnswerFields {
  ID: string;
  AssertionID: string;
  InResponseTo: string;
  Destination: string;
  Issuer: string;
  Audience: string;
  SubjectRecipient: string;
  IssueInstant: string;
  StatusCode: string;
  ConditionsNotBefore: string;
  ConditionsNotOnOrAfter: string;
  SubjectConfirmationDataNotOnOrAfter: string;
  NameIDFormat: string;
  NameID: string;
  attrUserEmail: string;
}

export interface SamlPeer {
  entityId: string;
  signer: Signer;
  metadataUrl: string;
  metadata: string;
  /** Reads our signed request, from the address that the browser was sent to. @throws when its signature does not fit our metadata */
  requestIn(ourMetadata: string, url: string): Promise<{ id: string; fields: (email: string) => AnswerFields }>;
  /** The provider's own answer, signed by its library: base64. */
  answer(ourMetadata: string, fields: AnswerFields): Promise<string>;
  close(): Promise<void>;
}

const newId = () => `_${randomUUID()}`;
const authnStatement =
  '<saml:AuthnStatement AuthnInstant="{IssueInstant}" SessionIndex="{AssertionID}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>';
const template = samlify.SamlLib.defaultLoginResponseTemplate.context.replace('{AuthnStatement}', authnStatement);

/** A real SAML identity provider, whose metadata and sign-in page are on loopback. */
export async function samlPeer(signer: Signer = newSigner()): Promise<SamlPeer> {
  const server = createServer((request, reply) => {
    const found = request.url === '/metadata' ? metadata : request.url!.startsWith('/sso') ? 'Sign in here' : null;
    reply.writeHead(found === null ? 404 : 200).end(found ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const entityId = `${origin}/metadata`;
  const provider = samlify.IdentityProvider({
    entityID: entityId,
    privateKey: signer.key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    signingCert: signer.certificate,
    isAssertionEncrypted: false,
    wantAuthnRequestsSigned: true,
    requestSignatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    singleSignOnService: [{ Binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect', Location: `${origin}/sso` }],
    loginResponseTemplate: {
      context: template,
      attributes: [
        {
          name: 'email',
          valueTag: 'user.email',
          nameFormat: 'urn:oasis:names:tc:SAML:2.0:attrname-format:basic',
          valueXsiType: 'xs:string',
        },
      ],
    },
  });
  const metadata = provider.getMetadata();

  return {
    entityId,
    signer,
    metadataUrl: entityId,
    metadata,
    async requestIn(ourMetadata, address) {
      const us = samlify.ServiceProvider({ metadata: ourMetadata });
      const url = new URL(address);
      const query = Object.fromEntries(url.searchParams);
      const octetString = ['SAMLRequest', 'SigAlg'].map((name) => `${name}=${encodeURIComponent(query[name]!)}`).join('&');
      const { extract } = await provider.parseLoginRequest(us, 'redirect', { query, octetString });
      const request = extract as {
        request: { id: string; assertionConsumerServiceUrl: string; destination: string };
        issuer: string;
      };
      if (request.request.destination !== `${origin}/sso`) throw new Error('the request is for somebody else');
      const { id, assertionConsumerServiceUrl: acs } = request.request;
      return { id, fields: (email) => fieldsOf({ id, acs, audience: request.issuer, issuer: entityId, email }) };
    },
    async answer(ourMetadata, fields) {
      const us = samlify.ServiceProvider({ metadata: ourMetadata });
      const { context } = await provider.createLoginResponse(
        us,
        { extract: { request: { id: fields.InResponseTo } } },
        'post',
        {},
        (text: string) => ({
          id: fields.ID,
          context: samlify.SamlLib.replaceTagsByValue(text, { ...fields }),
        }),
      );
      return context;
    },
    close: () => new Promise((resolve) => server.close(() => resolve()) && server.closeAllConnections()),
  };
}

function fieldsOf(about: { id: string; acs: string; audience: string; issuer: string; email: string }): AnswerFields {
  const at = (ms: number) => new Date(Date.now() + ms).toISOString();
  return {
    ID: newId(),
    AssertionID: newId(),
    InResponseTo: about.id,
    Destination: about.acs,
    Issuer: about.issuer,
    Audience: about.audience,
    SubjectRecipient: about.acs,
    IssueInstant: at(0),
    StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Success',
    ConditionsNotBefore: at(-5_000),
    ConditionsNotOnOrAfter: at(300_000),
    SubjectConfirmationDataNotOnOrAfter: at(300_000),
    NameIDFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
    NameID: about.email,
    attrUserEmail: about.email,
  };
}

const attribute =
  '<saml:AttributeStatement><saml:Attribute Name="email"><saml:AttributeValue>{attrUserEmail}</saml:AttributeValue></saml:Attribute></saml:AttributeStatement>';

/** The same answer without any signature. */
export const unsignedAnswer = (fields: AnswerFields): string =>
  samlify.SamlLib.replaceTagsByValue(template.replace('{AttributeStatement}', attribute), { ...fields });

const dsig = 'http://www.w3.org/2000/09/xmldsig#';
export const rsa = (hash: string) => (hash === 'sha1' ? `${dsig}rsa-sha1` : `http://www.w3.org/2001/04/xmldsig-more#rsa-${hash}`);
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';

export interface Signing {
  signer: Signer;
  /** What is signed, and carries the signature unless `place` says otherwise. */
  over?: 'Assertion' | 'Response';
  place?: 'Assertion' | 'Response';
  algorithm?: string;
  digest?: string;
  /** Shown as the signer's own. */
  shown?: string;
}

/** Signs an element of an answer, with any algorithm, good or bad. */
export function signed(xml: string, { signer, over = 'Assertion', place = over, ...how }: Signing): string {
  const signature = new SignedXml({
    privateKey: signer.key.export({ type: 'pkcs8', format: 'pem' }),
    publicCert: how.shown ?? signer.certificate,
    signatureAlgorithm: how.algorithm ?? rsa('sha256'),
    canonicalizationAlgorithm: exclusive,
  });
  signature.addReference({
    xpath: `//*[local-name(.)='${over}']`,
    digestAlgorithm: how.digest ?? 'http://www.w3.org/2001/04/xmlenc#sha256',
    transforms: [`${dsig}enveloped-signature`, exclusive],
  });
  const after = `//*[local-name(.)='${place}']/*[local-name(.)='Issuer']`;
  signature.computeSignature(xml, { prefix: 'ds', location: { reference: after, action: 'after' } });
  return signature.getSignedXml();
}

/** Signed by HMAC under the public key, which anybody knows. */
export function signedByPublicKey(xml: string, certificate: string): string {
  const key = new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const algorithm = 'http://www.w3.org/2001/04/xmldsig-more#hmac-sha256';
  const signature = new SignedXml({ privateKey: key, signatureAlgorithm: algorithm, canonicalizationAlgorithm: exclusive });
  class Hmac {
    getSignature = (info: string) => createHmac('sha256', key).update(info).digest('base64');
    verifySignature = () => true;
    getAlgorithmName = () => algorithm;
  }
  signature.SignatureAlgorithms[algorithm] = Hmac as never;
  signature.addReference({
    xpath: `//*[local-name(.)='Assertion']`,
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
    transforms: [`${dsig}enveloped-signature`, exclusive],
  });
  const after = `//*[local-name(.)='Assertion']/*[local-name(.)='Issuer']`;
  signature.computeSignature(xml, { prefix: 'ds', location: { reference: after, action: 'after' } });
  return signature.getSignedXml();
}
