import { createPublicKey, type KeyObject, randomBytes, sign } from 'node:crypto';

/** DER: a tag, the length, the content. */
function der(tag: number, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  if (body.length < 0x80) return Buffer.concat([Buffer.from([tag, body.length]), body]);
  const size = Buffer.from(body.length.toString(16).padStart(body.length > 0xff ? 4 : 2, '0'), 'hex');
  return Buffer.concat([Buffer.from([tag, 0x80 | size.length]), size, body]);
}
const sequence = (...content: Buffer[]): Buffer => der(0x30, ...content);
/** `20261121131500Z`, with a year of two digits until 2049. */
function time(at: Date): Buffer {
  const digits = Buffer.from(`${at.toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)}Z`);
  return at.getUTCFullYear() < 2_050 ? der(0x17, digits.subarray(2)) : der(0x18, digits);
}
const objectId = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const sha256WithRsa = sequence(objectId('2a864886f70d01010b'), der(0x05));
const commonName = objectId('550403');

/**
 * A self-signed X.509 certificate (PEM) of an RSA key. SAML carries public keys in certificates; nobody checks who signed
 * them, so that ours are made here.
 */
export function selfSignedCertificate(key: KeyObject, { name, from, until }: { name: string; from: Date; until: Date }): string {
  const who = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from(name)))));
  const serial = Buffer.concat([Buffer.from([0x01]), randomBytes(15)]);
  const signed = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    sha256WithRsa,
    who,
    sequence(time(from), time(until)),
    who,
    createPublicKey(key).export({ type: 'spki', format: 'der' }),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', signed, key)]);
  return toPem(sequence(signed, sha256WithRsa, der(0x03, signature)));
}

export const toPem = (certificate: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64').replaceAll(/.{64}(?!$)/g, '$&\n')}\n-----END CERTIFICATE-----\n`;
