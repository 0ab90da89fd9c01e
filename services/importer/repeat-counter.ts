/** Counts how often each fingerprint came. Twelve bytes a place, so that millions of rows stay small in memory. */
export class RepeatCounter {
  private high = new Uint32Array(4096);
  private low = new Uint32Array(4096);
  private counts = new Uint32Array(4096);
  private used = 0;

  /** @param high @param low the two halves of a 64-bit fingerprint @returns 1 the first time, then 2, 3, … */
  count(high: number, low: number): number {
    if (this.used * 3 > this.counts.length * 2) this.grow();
    const place = this.placeOf(high, low);
    if (this.counts[place] === 0) {
      this.used++;
      this.high[place] = high;
      this.low[place] = low;
    }
    return ++this.counts[place]!;
  }

  private placeOf(high: number, low: number): number {
    const last = this.counts.length - 1;
    let place = low & last;
    while (this.counts[place] !== 0 && (this.low[place] !== low || this.high[place] !== high)) place = (place + 1) & last;
    return place;
  }

  private grow(): void {
    const { high, low, counts } = this;
    this.high = new Uint32Array(counts.length * 2);
    this.low = new Uint32Array(counts.length * 2);
    this.counts = new Uint32Array(counts.length * 2);
    for (let old = 0; old < counts.length; old++) {
      if (counts[old] === 0) continue;
      const place = this.placeOf(high[old]!, low[old]!);
      this.high[place] = high[old]!;
      this.low[place] = low[old]!;
      this.counts[place] = counts[old]!;
    }
  }
}
