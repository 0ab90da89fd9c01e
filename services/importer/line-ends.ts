const lf = 10;
const cr = 13;

/** LF, CRLF and CR each end one line. A CR counts when it is the last byte. */
export function countLineEnds(bytes: Buffer, from: number, to: number): number {
  let ends = 0;
  for (let index = from; index < to; index++) {
    const byte = bytes[index];
    if (byte === lf || (byte === cr && bytes[index + 1] !== lf)) ends++;
  }
  return ends;
}
