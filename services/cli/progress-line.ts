const barWidth = 24;
const plainEveryMs = 5_000;

/**
 * Shows how far something long is: a bar that moves on a terminal, a line now and then elsewhere, nothing when quiet.
 * It goes to standard error, so that standard output holds the answer alone.
 */
export class ProgressLine {
  private shownAt: number;
  private readonly everyMs: number;

  constructor(
    private readonly quiet: boolean,
    private readonly out: NodeJS.WriteStream = process.stderr,
  ) {
    this.everyMs = out.isTTY ? 100 : plainEveryMs;
    this.shownAt = out.isTTY ? 0 : Date.now();
  }

  show(share: number, text: string): void {
    const now = Date.now();
    if (this.quiet || now - this.shownAt < this.everyMs) return;
    this.shownAt = now;
    const percent = `${Math.floor(share * 100)} %`.padStart(5);
    if (!this.out.isTTY) this.out.write(`${percent.trim()} ${text}\n`);
    else this.out.write(`\r\x1b[K${bar(share)}${percent}  ${text}`.slice(0, this.out.columns || 120));
  }

  /** Clears the bar, so that the answer stands alone. */
  end(): void {
    if (!this.quiet && this.out.isTTY) this.out.write('\r\x1b[K');
  }
}

function bar(share: number): string {
  const full = Math.round(Math.min(1, Math.max(0, share)) * barWidth);
  return '█'.repeat(full) + '░'.repeat(barWidth - full);
}

export const count = (value: number): string => Math.round(value).toLocaleString('en');

/** `45 s`, `3 min 20 s`, `2 h 5 min`. */
export function duration(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  return minutes < 60 ? `${minutes} min ${whole % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
