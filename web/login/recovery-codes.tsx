import { stepMessages as words } from './step-messages.ts';

const fileName = 'recovery-codes.txt';

/** Hands the person a text file with one code per line. */
function download(codes: readonly string[]): void {
  const address = URL.createObjectURL(new Blob([codes.join('\n')], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
}

/** New recovery codes, which are shown this once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <>
      <p>
        {words.keep} <b>{words.once}</b>
      </p>
      <ul className="codes" aria-label={words.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="stack">
        <button type="button" className="plain" onClick={() => download(codes)}>
          {words.download}
        </button>
        <button type="button" className="primary" onClick={onDone}>
          {words.done}
        </button>
      </div>
    </>
  );
}
