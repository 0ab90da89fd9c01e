import { X509Certificate } from 'node:crypto';
import { toPem } from './certificate.ts';
import { attributeOf, childrenOf, elementsOf, parseXml, textOf, XmlRefused } from './xml.ts';

/** What an identity provider says about itself. */
export interface IdpMetadata {
  entityId: string;
  signInUrl: string;
  certificates: string[];
}

const metadata = 'urn:oasis:names:tc:SAML:2.0:metadata';
const signature = 'http://www.w3.org/2000/09/xmldsig#';
const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const certificateLimit = 5;

/** Entity id, address for redirects and certificates of the one identity provider in SAML metadata. @throws XmlRefused */
export function readIdpMetadata(xml: string): IdpMetadata {
  const root = parseXml(xml, { comments: true });
  if (root.namespaceURI !== metadata) throw new XmlRefused('it is not SAML metadata');
  const providers = elementsOf(root).filter((one) => one.namespaceURI === metadata && one.localName === 'IDPSSODescriptor');
  if (providers.length !== 1) throw new XmlRefused(`it describes ${providers.length} identity providers instead of one`);
  const provider = providers[0]!;
  const entityId = attributeOf(provider.parentNode as Element, 'entityID');
  if (!entityId) throw new XmlRefused('it has no entity ID');

  const signInUrl = childrenOf(provider, metadata, 'SingleSignOnService')
    .filter((one) => attributeOf(one, 'Binding') === redirectBinding)
    .map((one) => attributeOf(one, 'Location'))[0];
  if (!signInUrl || !URL.canParse(signInUrl)) throw new XmlRefused('it has no sign-in address for redirects');

  const certificates = childrenOf(provider, metadata, 'KeyDescriptor')
    .filter((one) => (attributeOf(one, 'use') ?? 'signing') === 'signing')
    .flatMap((one) => elementsOf(one))
    .filter((one) => one.namespaceURI === signature && one.localName === 'X509Certificate')
    .map((one) => pemOf(textOf(one)));
  const different = [...new Set(certificates)];
  if (different.length === 0) throw new XmlRefused('it has no signing certificate');
  if (different.length > certificateLimit) throw new XmlRefused(`it has more than ${certificateLimit} signing certificates`);
  return { entityId, signInUrl, certificates: different };
}

function pemOf(base64: string): string {
  const pem = toPem(Buffer.from(base64, 'base64'));
  let type: string | undefined;
  try {
    type = new X509Certificate(pem).publicKey.asymmetricKeyType;
  } catch {
    throw new XmlRefused('a certificate in it cannot be read');
  }
  if (type !== 'rsa') throw new XmlRefused('a certificate in it is not of an RSA key');
  return pem;
}
