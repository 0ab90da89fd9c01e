import { attributeOf, childrenOf, elementsOf, onlyChild, parseXml, textOf, XmlRefused } from './xml.ts';

/** Whom an answer has to be from, and for whom. */
export interface Expected {
  idpEntityId: string;
  ourEntityId: string;
  acs: string;
  now: Date;
}

const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol';
const saml = 'urn:oasis:names:tc:SAML:2.0:assertion';
const dsig = 'http://www.w3.org/2000/09/xmldsig#';
const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

const answerBytes = 256 * 1024;
/** How far the provider's clock may be off. */
const skewMs = 60_000;

const algorithms: Readonly<Record<string, RegExp>> = {
  CanonicalizationMethod: /^http:\/\/www\.w3\.org\/2001\/10\/xml-exc-c14n#$/,
  SignatureMethod: /^http:\/\/www\.w3\.org\/2001\/04\/xmldsig-more#rsa-sha(256|384|512)$/,
  DigestMethod: /^http:\/\/www\.w3\.org\/2001\/04\/(xmlenc#sha256|xmldsig-more#sha384|xmlenc#sha512)$/,
  Transform: /^http:\/\/www\.w3\.org\/(2000\/09\/xmldsig#enveloped-signature|2001\/10\/xml-exc-c14n#)$/,
};

/**
 * Checks the shape of an answer before any signature is: one response, one assertion in it, each signed at most once, over
 * itself, with nothing weaker than SHA-256. What is signed cannot be anything else then than what is read. Answers the XML.
 * @throws XmlRefused
 */
export function openEnvelope(base64: string, { idpEntityId, acs }: Pick<Expected, 'idpEntityId' | 'acs'>): string {
  const xml = decoded(base64);
  const response = parseXml(xml);
  if (response.namespaceURI !== protocol || response.localName !== 'Response') throw new XmlRefused('it is no response');
  const all = elementsOf(response);
  const named = (name: string) => all.filter(({ localName }) => localName === name);
  if (named('Response').length !== 1) throw new XmlRefused('it holds a response in a response');
  if (named('EncryptedAssertion').length > 0) throw new XmlRefused('its assertion is encrypted');
  const assertion = onlyChild(response, saml, 'Assertion');
  if (named('Assertion').length !== 1) throw new XmlRefused('it holds more than one assertion');
  refuseRepeatedIds(all);
  for (const signature of named('Signature')) checkSignatureShape(signature, [response, assertion]);
  if (childrenOf(assertion, dsig, 'Signature').length !== 1) throw new XmlRefused('its assertion is not signed');
  if (childrenOf(response, dsig, 'Signature').length > 1) throw new XmlRefused('it is signed more than once');

  const status = onlyChild(onlyChild(response, protocol, 'Status'), protocol, 'StatusCode');
  if (attributeOf(status, 'Value') !== success) throw new XmlRefused(`its status is ${attributeOf(status, 'Value')}`);
  if (attributeOf(response, 'Destination') !== acs) throw new XmlRefused('its Destination is not ours');
  const issuers = childrenOf(response, saml, 'Issuer');
  if (issuers.length > 1 || issuers.some((one) => textOf(one) !== idpEntityId)) throw new XmlRefused('its Issuer is another');
  return xml;
}

/** Within this many characters the opening tag of a response ends. */
const openingTag = 8_000;

/** The request that an answer says it is to: only looked at, so that an answer to none costs nothing. @throws XmlRefused */
export function requestOf(base64: string): string {
  const id = /\sInResponseTo="([^"<>]{1,200})"/.exec(decoded(base64).slice(0, openingTag))?.[1];
  if (!id) throw new XmlRefused('it answers no request of ours');
  return id;
}

/** Whom an assertion is about. */
export interface Assertion {
  id: string;
  /** Until when it could be shown again. */
  until: Date;
  nameId: string;
  /** The provider makes up a new name at every sign-in. */
  transient: boolean;
  attributes: ReadonlyMap<string, readonly string[]>;
}

/** Checks and reads an assertion whose signature was found good: pass exactly what was signed. @throws XmlRefused */
export function readAssertion(signedXml: string, inResponseTo: string, expected: Expected): Assertion {
  const { idpEntityId, ourEntityId, acs, now } = expected;
  const assertion = parseXml(signedXml);
  if (assertion.namespaceURI !== saml || assertion.localName !== 'Assertion')
    throw new XmlRefused('what is signed is no assertion');
  const id = attributeOf(assertion, 'ID');
  if (!id) throw new XmlRefused('the assertion has no ID');
  if (textOf(onlyChild(assertion, saml, 'Issuer')) !== idpEntityId) throw new XmlRefused('the assertion’s Issuer is another');

  const conditions = onlyChild(assertion, saml, 'Conditions');
  checkTimes(conditions, now);
  const restrictions = childrenOf(conditions, saml, 'AudienceRestriction');
  const forUs = (one: Element) => childrenOf(one, saml, 'Audience').some((audience) => textOf(audience) === ourEntityId);
  if (restrictions.length === 0 || !restrictions.every(forUs)) throw new XmlRefused('its Audience is another');

  const subject = onlyChild(assertion, saml, 'Subject');
  const nameId = onlyChild(subject, saml, 'NameID');
  const confirmation = onlyChild(subject, saml, 'SubjectConfirmation');
  if (attributeOf(confirmation, 'Method') !== bearer) throw new XmlRefused('its subject is not confirmed by bearer');
  const data = onlyChild(confirmation, saml, 'SubjectConfirmationData');
  if (attributeOf(data, 'Recipient') !== acs) throw new XmlRefused('its Recipient is not ours');
  if (attributeOf(data, 'InResponseTo') !== inResponseTo) throw new XmlRefused('its subject answers another request');
  const until = checkTimes(data, now);
  if (!until) throw new XmlRefused('its confirmation never ends');

  const statements = childrenOf(assertion, saml, 'AuthnStatement');
  if (statements.length === 0) throw new XmlRefused('it does not say that anybody signed in');
  for (const one of statements) checkTimes(one, now, 'SessionNotOnOrAfter');
  const name = textOf(nameId);
  if (!name) throw new XmlRefused('its NameID is empty');
  return {
    id,
    until: new Date(until.getTime() + skewMs),
    nameId: name,
    transient: attributeOf(nameId, 'Format') === transient,
    attributes: attributesOf(assertion),
  };
}

function attributesOf(assertion: Element): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const attribute of childrenOf(assertion, saml, 'AttributeStatement').flatMap((one) =>
    childrenOf(one, saml, 'Attribute'),
  )) {
    const name = (attributeOf(attribute, 'Name') ?? '').toLowerCase();
    const values = childrenOf(attribute, saml, 'AttributeValue')
      .filter((value) => childrenOf(value).length === 0)
      .map(textOf);
    found.set(name, [...(found.get(name) ?? []), ...values]);
  }
  return found;
}

function decoded(base64: string): string {
  const compact = base64.replaceAll(/\s/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(compact) || compact.length > (answerBytes * 4) / 3) throw new XmlRefused('it is not base64');
  const bytes = Buffer.from(compact, 'base64');
  const xml = bytes.toString('utf8');
  if (!bytes.equals(Buffer.from(xml))) throw new XmlRefused('it is not UTF-8');
  return xml;
}

/** A signature is over an ID: one that stands twice could be over another element than the one that is read. */
function refuseRepeatedIds(elements: readonly Element[]): void {
  const seen = new Set<string>();
  for (const element of elements) {
    for (const attribute of Array.from(element.attributes)) {
      if (attribute.localName?.toLowerCase() !== 'id') continue;
      if (seen.has(attribute.value)) throw new XmlRefused('an ID stands in it twice');
      seen.add(attribute.value);
    }
  }
}

function checkSignatureShape(signature: Element, allowedAt: readonly Element[]): void {
  const parent = allowedAt.find((one) => one === signature.parentNode);
  if (!parent || signature.namespaceURI !== dsig) throw new XmlRefused('a signature stands where none belongs');
  const signedInfo = onlyChild(signature, dsig, 'SignedInfo');
  const reference = onlyChild(signedInfo, dsig, 'Reference');
  if (attributeOf(reference, 'URI') !== `#${attributeOf(parent, 'ID')}`)
    throw new XmlRefused('a signature is over something else than where it stands');
  const value = onlyChild(signature, dsig, 'SignatureValue');
  if (textOf(value) === '') throw new XmlRefused('a signature is empty');
  if (childrenOf(signature, dsig, 'Object').length > 0) throw new XmlRefused('a signature carries an object');
  onlyChild(signedInfo, dsig, 'CanonicalizationMethod');
  onlyChild(signedInfo, dsig, 'SignatureMethod');
  onlyChild(reference, dsig, 'DigestMethod');
  for (const element of elementsOf(signedInfo)) {
    const allowed = algorithms[element.localName];
    const algorithm = attributeOf(element, 'Algorithm') ?? '';
    if (allowed ? !allowed.test(algorithm) : element.hasAttribute('Algorithm'))
      throw new XmlRefused(`${element.localName} is ${algorithm}`);
  }
}

/** Answers the end, when one is named. */
function checkTimes(element: Element, now: Date, end = 'NotOnOrAfter'): Date | null {
  const from = timeOf(element, 'NotBefore');
  const until = timeOf(element, end);
  if (from && from.getTime() - skewMs > now.getTime()) throw new XmlRefused('it is not valid yet');
  if (until && until.getTime() + skewMs <= now.getTime()) throw new XmlRefused('it has expired');
  return until;
}

function timeOf(element: Element, name: string): Date | null {
  const said = attributeOf(element, name);
  if (said === null) return null;
  const time = new Date(said);
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(said) || Number.isNaN(time.getTime())) throw new XmlRefused(`${name} is no time`);
  return time;
}
