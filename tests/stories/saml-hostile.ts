import { type AnswerFields, rsa, signed, signedByPublicKey, type Signer, unsignedAnswer } from '../kit/saml-idp.ts';

export interface HostileTools {
  /** Of an honest answer to the request that is open. */
  fields: AnswerFields;
  id: string;
  /** The provider's key. */
  signer: Signer;
  /** Somebody else's key. */
  stranger: Signer;
  /** The honest answer as the provider's library signs it. */
  honest(): Promise<string>;
  /** An answer that was accepted before. */
  accepted(): Promise<{ fields: AnswerFields; xml: string }>;
  /** An open request of another company, and its provider. */
  ofRival(): Promise<{ fields: AnswerFields; signer: Signer; entityId: string }>;
}

interface HostileAnswer {
  name: string;
  make(tools: HostileTools): string | { base64: string } | Promise<string | { base64: string }>;
  /** What the log says of it: so that it is refused for what is wrong with it, and for nothing else. */
  reason: RegExp;
}

const boss = 'jane@acme.example';
const assertionOf = (xml: string) => /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)![0];
const signatureOf = (xml: string) => /<ds:Signature[\s\S]*?<\/ds:Signature>/.exec(xml)![0];
const withoutSignature = (xml: string) => xml.replace(/<ds:Signature[\s\S]*?<\/ds:Signature>/, '');
/** The same for another person, under another ID, without a signature. */
const forged = (element: string, id = '_forged') =>
  withoutSignature(element)
    .replace(/ ID="[^"]+"/, ` ID="${id}"`)
    .replaceAll('jo@acme.example', boss);
const changed = ({ fields, signer }: HostileTools, changes: Partial<AnswerFields>) =>
  signed(unsignedAnswer({ ...fields, ...changes }), { signer });
/** Changes the text, then signs it: the provider itself says so. */
const saying = ({ fields, signer }: HostileTools, from: string | RegExp, to: string) =>
  signed(unsignedAnswer(fields).replace(from, to), { signer });
const past = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const bothSigned = ({ fields, signer }: HostileTools) =>
  signed(signed(unsignedAnswer(fields), { signer }), { signer, over: 'Response' });
/** The response's own signature stands first. */
const insideSignature = (signature: string, element: string) =>
  signature.replace('</ds:Signature>', `<ds:Object>${element}</ds:Object></ds:Signature>`);
const withDoctype = (doctype: string) => async (tools: HostileTools) =>
  `<!DOCTYPE r ${doctype}>${(await tools.honest()).replace(/(<saml:NameID[^>]*>)[^<]*/, '$1&e;')}`;

export const hostileAnswers: readonly HostileAnswer[] = [
  {
    name: 'wrapping 1: a forged response around the signature that holds the true one',
    make(tools) {
      const xml = bothSigned(tools);
      const signature = signatureOf(xml);
      return forged(xml).replace('</saml:Issuer>', `</saml:Issuer>${insideSignature(signature, xml.replace(signature, ''))}`);
    },
    reason: /a response in a response/,
  },
  {
    name: 'wrapping 2: a forged response with the true one beside its signature',
    make(tools) {
      const xml = bothSigned(tools);
      const signature = signatureOf(xml);
      return forged(xml).replace('</saml:Issuer>', `</saml:Issuer>${signature}${xml.replace(signature, '')}`);
    },
    reason: /a response in a response/,
  },
  {
    name: 'wrapping 3: a forged assertion before the true one',
    async make({ honest }) {
      const xml = await honest();
      return xml.replace('<saml:Assertion', `${forged(assertionOf(xml))}<saml:Assertion`);
    },
    reason: /several Assertion/,
  },
  {
    name: 'wrapping 4: the true assertion in a forged one',
    async make({ honest }) {
      const xml = await honest();
      const assertion = assertionOf(xml);
      return xml.replace(assertion, forged(assertion).replace('</saml:Assertion>', `${assertion}</saml:Assertion>`));
    },
    reason: /more than one assertion/,
  },
  {
    name: 'wrapping 5: a forged assertion that carries the signature of the true one after it',
    async make({ honest }) {
      const xml = await honest();
      const assertion = assertionOf(xml);
      const evil = forged(assertion).replace('</saml:Issuer>', `</saml:Issuer>${signatureOf(assertion)}`);
      return xml.replace(assertion, `${evil}${withoutSignature(assertion)}`);
    },
    reason: /several Assertion/,
  },
  {
    name: 'wrapping 6: a forged assertion whose signature holds the true one',
    async make({ honest }) {
      const xml = await honest();
      const assertion = assertionOf(xml);
      const signature = signatureOf(assertion).replace('</ds:Signature>', `${withoutSignature(assertion)}</ds:Signature>`);
      return xml.replace(assertion, forged(assertion).replace('</saml:Issuer>', `</saml:Issuer>${signature}`));
    },
    reason: /more than one assertion/,
  },
  {
    name: 'wrapping 7: the forged assertion among the extensions',
    async make({ honest }) {
      const xml = await honest();
      const extensions = `<samlp:Extensions>${forged(assertionOf(xml))}</samlp:Extensions>`;
      return xml.replace('<samlp:Status>', `${extensions}<samlp:Status>`);
    },
    reason: /more than one assertion/,
  },
  {
    name: 'wrapping 8: the true assertion in an object of the signature of the forged one',
    async make({ honest }) {
      const xml = await honest();
      const assertion = assertionOf(xml);
      const signature = insideSignature(signatureOf(assertion), withoutSignature(assertion));
      return xml.replace(assertion, forged(assertion).replace('</saml:Issuer>', `</saml:Issuer>${signature}`));
    },
    reason: /more than one assertion/,
  },
  {
    name: 'signed by somebody else',
    make: ({ fields, stranger }) =>
      signed(unsignedAnswer({ ...fields, NameID: boss, attrUserEmail: boss }), { signer: stranger }),
    reason: /Invalid signature/,
  },
  {
    name: 'signed by somebody else who shows the provider’s certificate',
    make: ({ fields, stranger, signer }) => signed(unsignedAnswer(fields), { signer: stranger, shown: signer.certificate }),
    reason: /Invalid signature/,
  },
  {
    name: 'signed by HMAC under the public key',
    make: ({ fields, signer }) => signedByPublicKey(unsignedAnswer(fields), signer.certificate),
    reason: /SignatureMethod is .*hmac/,
  },
  {
    name: 'an edited NameID',
    make: async ({ honest }) => (await honest()).replace(/(<saml:NameID[^>]*>)[^<]*/, `$1${boss}`),
    reason: /Invalid signature/,
  },
  {
    name: 'an edited attribute',
    make: async ({ honest }) => (await honest()).replace(/(<saml:AttributeValue[^>]*>)[^<]*/, `$1${boss}`),
    reason: /Invalid signature/,
  },
  { name: 'an external entity', make: withDoctype('[<!ENTITY e SYSTEM "file:///etc/passwd">]'), reason: /declarations/ },
  {
    name: 'an entity bomb',
    make: withDoctype(
      `[<!ENTITY a "aaaaaaaaaa">${[...'bcde'].map((name, n) => `<!ENTITY ${name} "${`&${'abcd'[n]};`.repeat(10)}">`).join('')}]`,
    ),
    reason: /declarations/,
  },
  {
    name: 'an external DTD',
    make: async ({ honest }) => `<!DOCTYPE r SYSTEM "http://127.0.0.1:9/x.dtd">${await honest()}`,
    reason: /declarations/,
  },
  { name: 'an empty DTD', make: async ({ honest }) => `<!DOCTYPE r>${await honest()}`, reason: /declarations/ },
  {
    name: 'a stylesheet',
    make: async ({ honest }) => `<?xml-stylesheet href="http://127.0.0.1:9/x.xsl"?>${await honest()}`,
    reason: /processing instructions/,
  },
  {
    name: 'a comment in the NameID',
    make: async ({ honest }) =>
      (await honest()).replace('jo@acme.example</saml:NameID>', 'jo@acme.exa<!-- -->mple</saml:NameID>'),
    reason: /declarations/,
  },
  {
    name: 'CDATA in the NameID',
    make: async ({ honest }) => (await honest()).replace(/(<saml:NameID[^>]*>)([^<]*)/, '$1<![CDATA[$2]]>'),
    reason: /declarations/,
  },
  {
    name: 'an element in the NameID',
    make: (tools) => saying(tools, 'jo@acme.example</saml:NameID>', 'jo<b/>@acme.example</saml:NameID>'),
    reason: /NameID holds more than text/,
  },
  {
    name: 'for another Recipient',
    make: (tools) => changed(tools, { SubjectRecipient: 'https://other.example/acs' }),
    reason: /Recipient/,
  },
  { name: 'for no Recipient', make: (tools) => saying(tools, / Recipient="[^"]*"/, ''), reason: /Recipient/ },
  {
    name: 'to another Destination',
    make: (tools) => changed(tools, { Destination: 'https://other.example/acs' }),
    reason: /Destination/,
  },
  { name: 'to no Destination', make: (tools) => saying(tools, / Destination="[^"]*"/, ''), reason: /Destination/ },
  {
    name: 'of another Issuer',
    make: (tools) => changed(tools, { Issuer: 'https://other.example/idp' }),
    reason: /its Issuer is another/,
  },
  {
    name: 'whose assertion is of another Issuer',
    make: (tools) => saying(tools, /(<saml:Assertion[^>]*><saml:Issuer>)[^<]*/, '$1https://other.example/idp'),
    reason: /assertion’s Issuer is another/,
  },
  {
    name: 'for another Audience',
    make: (tools) => changed(tools, { Audience: 'https://other.example/sp' }),
    reason: /audience/i,
  },
  {
    name: 'for any Audience',
    make: (tools) => saying(tools, /<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, ''),
    reason: /audience/i,
  },
  {
    name: 'for us and, in a second restriction, for somebody else',
    make: (tools) =>
      saying(
        tools,
        '</saml:AudienceRestriction>',
        '</saml:AudienceRestriction><saml:AudienceRestriction><saml:Audience>x</saml:Audience></saml:AudienceRestriction>',
      ),
    reason: /audience/i,
  },
  {
    name: 'of a failed sign-in',
    make: (tools) => changed(tools, { StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:AuthnFailed' }),
    reason: /its status is .*AuthnFailed/,
  },
  {
    name: 'signed with SHA-1',
    make: ({ fields, signer }) => signed(unsignedAnswer(fields), { signer, algorithm: rsa('sha1') }),
    reason: /SignatureMethod is .*rsa-sha1/,
  },
  {
    name: 'digested with SHA-1',
    make: ({ fields, signer }) => signed(unsignedAnswer(fields), { signer, digest: 'http://www.w3.org/2000/09/xmldsig#sha1' }),
    reason: /DigestMethod is .*sha1/,
  },
  {
    name: 'two assertions, both signed by the provider',
    make({ fields, signer }) {
      const one = signed(unsignedAnswer(fields), { signer });
      const other = signed(unsignedAnswer({ ...fields, AssertionID: '_second' }), { signer });
      return one.replace('</saml:Assertion>', `</saml:Assertion>${assertionOf(other)}`);
    },
    reason: /several Assertion/,
  },
  { name: 'not signed', make: ({ fields }) => unsignedAnswer(fields), reason: /assertion is not signed/ },
  {
    name: 'whose signature was taken out',
    make: async ({ honest }) => withoutSignature(await honest()),
    reason: /assertion is not signed/,
  },
  {
    name: 'with an empty signature',
    make: async ({ honest }) => (await honest()).replace(/(<ds:SignatureValue>)[^<]*/, '$1'),
    reason: /signature is empty/,
  },
  {
    name: 'with an empty signature element',
    make: async ({ honest }) =>
      (await honest()).replace(
        /<ds:Signature[\s\S]*?<\/ds:Signature>/,
        '<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"/>',
      ),
    reason: /no SignedInfo/,
  },
  {
    name: 'where only the response is signed',
    make: ({ fields, signer }) => signed(unsignedAnswer(fields), { signer, over: 'Response' }),
    reason: /assertion is not signed/,
  },
  {
    name: 'whose assertion carries the signature of the response',
    make: ({ fields, signer }) => signed(unsignedAnswer(fields), { signer, over: 'Response', place: 'Assertion' }),
    reason: /over something else/,
  },
  {
    name: 'whose signature is over no element by name',
    make: async ({ honest }) => (await honest()).replace(/<ds:Reference URI="[^"]*"/, '<ds:Reference URI=""'),
    reason: /over something else/,
  },
  {
    name: 'whose signature has two references',
    make: async ({ honest }) => (await honest()).replace(/(<ds:Reference[\s\S]*?<\/ds:Reference>)/, '$1$1'),
    reason: /several Reference/,
  },
  {
    name: 'whose signature transforms what it is over',
    make: async ({ honest }) =>
      (await honest()).replace(
        '</ds:Transforms>',
        '<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116"/></ds:Transforms>',
      ),
    reason: /Transform is .*xslt/,
  },
  {
    name: 'where an ID stands twice',
    make: async ({ honest }) => {
      const xml = await honest();
      return xml.replace('<samlp:Status>', `<samlp:Status ID="${/<saml:Assertion[^>]* ID="([^"]+)"/.exec(xml)![1]}">`);
    },
    reason: /an ID stands in it twice/,
  },
  {
    name: 'with an encrypted assertion',
    make: async ({ honest }) =>
      (await honest()).replace('<saml:Assertion', '<saml:EncryptedAssertion></saml:EncryptedAssertion><saml:Assertion'),
    reason: /encrypted/,
  },
  {
    name: 'that has expired',
    make: (tools) => changed(tools, { ConditionsNotOnOrAfter: past(2) }),
    reason: /expired/,
  },
  {
    name: 'that is not valid yet',
    make: (tools) => changed(tools, { ConditionsNotBefore: past(-3) }),
    reason: /not valid yet/,
  },
  {
    name: 'whose confirmation has expired',
    make: (tools) => changed(tools, { SubjectConfirmationDataNotOnOrAfter: past(2) }),
    reason: /expired/,
  },
  {
    name: 'whose confirmation never ends',
    make: (tools) => saying(tools, /(<saml:SubjectConfirmationData) NotOnOrAfter="[^"]*"/, '$1'),
    reason: /never ends|NotOnOrAfter/,
  },
  {
    name: 'whose subject is not confirmed by bearer',
    make: (tools) => saying(tools, 'cm:bearer', 'cm:sender-vouches'),
    reason: /bearer/,
  },
  { name: 'about nobody', make: (tools) => changed(tools, { NameID: '' }), reason: /NameID is empty/ },
  {
    name: 'where nobody signed in',
    make: (tools) => saying(tools, /<saml:AuthnStatement.*<\/saml:AuthnStatement>/, ''),
    reason: /anybody signed in/,
  },
  {
    name: 'to an unknown request',
    make: (tools) => changed(tools, { InResponseTo: '_4e1c1e2a-0000-4000-8000-000000000000' }),
    reason: /sso_refused/,
  },
  {
    name: 'to no request',
    make: (tools) => saying(tools, / InResponseTo="[^"]*"/g, ''),
    reason: /no request of ours/,
  },
  {
    name: 'whose subject answers another request',
    make: (tools) => saying(tools, /(Recipient="[^"]*") InResponseTo="[^"]*"/, '$1 InResponseTo="_other"'),
    reason: /InResponseTo|another request/,
  },
  {
    name: 'to a request of another company',
    async make({ ofRival, fields, signer }) {
      const { fields: there } = await ofRival();
      return signed(unsignedAnswer({ ...fields, InResponseTo: there.InResponseTo }), { signer });
    },
    reason: /Issuer is another/,
  },
  {
    name: 'of another company’s provider',
    async make({ ofRival, fields }) {
      const { signer } = await ofRival();
      return signed(unsignedAnswer(fields), { signer });
    },
    reason: /Invalid signature/,
  },
  {
    name: 'of another company’s provider to its own request, for our audience',
    async make({ ofRival, fields }) {
      const { fields: there, signer } = await ofRival();
      return signed(unsignedAnswer({ ...there, Audience: fields.Audience, NameID: boss, attrUserEmail: boss }), { signer });
    },
    reason: /audience/i,
  },
  { name: 'that was accepted before', make: async ({ accepted }) => (await accepted()).xml, reason: /sso_refused/ },
  {
    name: 'that is new, to a request that was answered before',
    async make({ accepted, fields, signer }) {
      const { fields: before } = await accepted();
      return signed(unsignedAnswer({ ...fields, InResponseTo: before.InResponseTo }), { signer });
    },
    reason: /sso_refused/,
  },
  {
    name: 'with an assertion that was accepted before',
    async make({ accepted, fields, signer }) {
      const { fields: before } = await accepted();
      return signed(unsignedAnswer({ ...fields, AssertionID: before.AssertionID }), { signer });
    },
    reason: /sso_refused/,
  },
  {
    name: 'nested too deeply',
    make: async ({ honest }) =>
      (await honest()).replace(
        '<samlp:Status>',
        `<samlp:Extensions>${'<a>'.repeat(5_000)}${'</a>'.repeat(5_000)}</samlp:Extensions><samlp:Status>`,
      ),
    reason: /nested too deeply/,
  },
  { name: 'that is cut off', make: async ({ honest }) => (await honest()).slice(0, -200), reason: /well-formed|XmlRefused|root/ },
  { name: 'that is no base64', make: () => ({ base64: '%%%%' }), reason: /base64/ },
  { name: 'that is empty', make: () => ({ base64: '' }), reason: /base64/ },
  { name: 'that is too large', make: () => ({ base64: 'A'.repeat(360_000) }), reason: /base64/ },
];
