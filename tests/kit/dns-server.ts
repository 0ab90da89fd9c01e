import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';

export interface DnsServer {
  /** `address:port`, as a resolver is told. */
  address: string;
  /** Texts by name. */
  texts: Map<string, string[]>;
  close(): void;
}

/** A real DNS server on loopback that knows TXT records. */
export async function dnsServer(): Promise<DnsServer> {
  const texts = new Map<string, string[]>();
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const labels: string[] = [];
    let at = 12;
    while (query[at]! > 0) {
      labels.push(query.subarray(at + 1, at + 1 + query[at]!).toString());
      at += 1 + query[at]!;
    }
    const question = query.subarray(12, at + 5);
    const known = texts.get(labels.join('.').toLowerCase());
    const answers = (known ?? []).map(txtRecord);
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(known ? 0x8580 : 0x8583, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(answers.length, 6);
    socket.send(Buffer.concat([header, question, ...answers]), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return { address: `127.0.0.1:${(socket.address() as AddressInfo).port}`, texts, close: () => socket.close() };
}

/** The text in pieces of 20 bytes, as long ones come. */
function txtRecord(text: string): Buffer {
  const pieces = (text.match(/.{1,20}/g) ?? []).map((piece) => Buffer.from(piece));
  const data = Buffer.concat(pieces.flatMap((piece) => [Buffer.from([piece.length]), piece]));
  const head = Buffer.from([0xc0, 0x0c, 0, 16, 0, 1, 0, 0, 0, 60, 0, 0]);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
