import { Gauge, type Registry } from 'prom-client';

interface Named {
  readonly name: string;
  readonly help: string;
}

export function gauge(registry: Registry, named: Named, read: () => number | Promise<number>): void {
  const made = new Gauge({
    ...named,
    registers: [],
    async collect() {
      this.set(await read());
    },
  });
  registry.registerMetric(made);
}

/** The same work. Callers at the same time share one run of it. */
export function sharedRun<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | null = null;
  return () => {
    running ??= work().finally(() => {
      running = null;
    });
    return running;
  };
}
