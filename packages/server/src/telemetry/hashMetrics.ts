import { Counter, type Registry } from 'prom-client';
import type { ServerLoad } from '../backend.ts';
import { gauge } from './whenScraped.ts';

const REASONS = ['full', 'late', 'gone'] as const;

/** What the queue of password hashes says of itself when it is asked. */
export function hashMetrics(registry: Registry, load: () => ServerLoad | null): void {
  const hashes = () => load()?.hashes() ?? { running: 0, waiting: 0, refused: { full: 0, late: 0, gone: 0 } };
  const running = { name: 'algotheque_hashes_running', help: 'Password hashes that are being computed' };
  gauge(registry, running, () => hashes().running);
  const waiting = { name: 'algotheque_hashes_waiting', help: 'Password hashes that wait for their turn' };
  gauge(registry, waiting, () => hashes().waiting);
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
