import { type Finding, tell } from './finding.ts';

/** What was tried and how it ended, as a table. */
export class Report {
  readonly #rows: { trial: string; passed: boolean; result: string }[] = [];

  add(trial: string, passed: boolean, result: string): void {
    this.#rows.push({ trial, passed, result });
    console.log(`${passed ? 'ok    ' : 'FAILED'}  ${trial}: ${result}`);
  }

  /** Passes when the oracle has nothing to say. */
  clean(trial: string, findings: readonly Finding[], result = 'nothing lost, nothing doubled'): void {
    this.add(trial, findings.length === 0, findings.length === 0 ? result : tell(findings).join('\n          '));
  }

  /** Passes when the oracle sees this, whatever else it sees. */
  caught(bug: string, findings: readonly Finding[], check: string): void {
    const seen = findings.filter((finding) => finding.check === check).length;
    const others = [...new Set(findings.map((finding) => finding.check))].join('; ');
    this.add(
      `planted: ${bug}`,
      seen > 0,
      seen > 0 ? `reported ${seen} times: ${check}` : `not reported; only: ${others || 'nothing'}`,
    );
  }

  /** Prints the table and its last line; true when all passed. */
  print(): boolean {
    const width = Math.max(...this.#rows.map(({ trial }) => trial.length));
    console.log('');
    for (const { trial, passed, result } of this.#rows)
      console.log(`${passed ? 'ok    ' : 'FAILED'}  ${trial.padEnd(width)}  ${result.split('\n')[0]}`);
    const passed = this.#rows.filter((row) => row.passed).length;
    console.log(`\n${passed} passed, ${this.#rows.length - passed} failed`);
    return passed === this.#rows.length;
  }
}
