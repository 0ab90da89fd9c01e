import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What one process tells Prometheus. A feature asks it for its own metrics, once, where the process is composed. */
export class Metrics {
  private readonly registry = new Registry();
  readonly contentType = this.registry.contentType;

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  counter<Label extends string = never>(name: string, help: string, labels: readonly Label[] = []): Counter<Label> {
    return new Counter({ name: named(name), help, labelNames: labels, registers: [this.registry] });
  }

  /** `collect` sets the value when Prometheus asks, for what is costly to keep current. */
  gauge<Label extends string = never>(
    name: string,
    help: string,
    labels: readonly Label[] = [],
    collect?: (gauge: Gauge<Label>) => void | Promise<void>,
  ): Gauge<Label> {
    return new Gauge({
      name: named(name),
      help,
      labelNames: labels,
      registers: [this.registry],
      ...(collect && {
        collect(this: Gauge<Label>) {
          return collect(this);
        },
      }),
    });
  }

  /** Of durations, in seconds. */
  seconds<Label extends string = never>(name: string, help: string, labels: readonly Label[] = []): Histogram<Label> {
    const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
    return new Histogram({ name: `${named(name)}_seconds`, help, labelNames: labels, buckets, registers: [this.registry] });
  }

  /** In the text format of Prometheus. */
  render(): Promise<string> {
    return this.registry.metrics();
  }
}

const named = (name: string): string => `frankly_${name}`;
