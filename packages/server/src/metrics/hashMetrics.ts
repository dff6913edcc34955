import { Counter, Gauge, type Registry } from 'prom-client';
import type { Load } from '../backend.ts';

const REASONS = ['full', 'late', 'gone'] as const;

/** What the queue of password hashes says of itself when it is asked. */
export function hashMetrics(registry: Registry, load: () => Load | null): void {
  const hashes = () => load()?.hashes() ?? { running: 0, waiting: 0, refused: { full: 0, late: 0, gone: 0 } };
  registry.registerMetric(
    new Gauge({
      name: 'algotheque_hashes_running',
      help: 'Password hashes that are being computed',
      registers: [],
      collect() {
        this.set(hashes().running);
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: 'algotheque_hashes_waiting',
      help: 'Password hashes that wait for their turn',
      registers: [],
      collect() {
        this.set(hashes().waiting);
      },
    }),
  );
  registry.registerMetric(
    new Counter({
      name: 'algotheque_hashes_refused_total',
      help: 'Password hashes that were not computed: too many waited (full), the turn did not come in time (late), the client went (gone)',
      labelNames: ['reason'],
      registers: [],
      collect() {
        this.reset(); // and set to the count of the queue, which only rises
        for (const reason of REASONS) this.inc({ reason }, hashes().refused[reason]);
      },
    }),
  );
}
