import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { selfSignedCertificate } from './certificate.ts';

test.each([2_048, 4_096])('a certificate of a key of %i bits is one that others read', (modulusLength) => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength });
  const from = new Date('2049-06-01T10:20:30Z');
  const until = new Date('2059-06-01T10:20:30Z');
  const read = new X509Certificate(selfSignedCertificate(privateKey, { name: 'Müller & Söhne', from, until }));
  expect(read.subject).toBe('CN=Müller & Söhne');
  expect([new Date(read.validFrom), new Date(read.validTo)]).toEqual([from, until]);
  expect(read.verify(publicKey)).toBe(true);
  expect(read.checkPrivateKey(privateKey)).toBe(true);
});
