import type { Delivery } from '@algotheque/adapters-mail';
import type { OnProblem } from '@algotheque/domain';
import { Counter, type Registry } from 'prom-client';
import type { ServerLoad } from '../backend.ts';
import { gauge, sharedRun } from './whenScraped.ts';

export function mailMetrics(
  registry: Registry,
  load: () => ServerLoad | null,
  onProblem: OnProblem,
): (delivery: Delivery) => void {
  const waiting = sharedRun(() => waitingIn(load, onProblem)); // both metrics of one text come from one look at the store
  const count = {
    name: 'algotheque_mails_waiting',
    help: 'Mails that are to be sent; 0 without a mail server; NaN if the store cannot be read. Servers with one store say the same',
  };
  gauge(registry, count, async () => (await waiting()).count);
  const age = {
    name: 'algotheque_mails_oldest_seconds',
    help: 'How long the oldest mail that is to be sent has waited; 0 if there is none',
  };
  gauge(registry, age, async () => {
    const { oldest } = await waiting();
    return oldest === null ? 0 : Math.max(0, Date.now() - oldest) / 1_000;
  });
  const tries = new Counter({
    name: 'algotheque_mail_tries_total',
    help: 'Tries to send a mail: sent, deferred (it is tried again), failed (it was given up)',
    labelNames: ['result'],
    registers: [registry],
  });
  for (const result of ['sent', 'deferred', 'failed']) tries.inc({ result }, 0);
  return (result) => tries.inc({ result });
}

const NONE = { count: 0, oldest: null };
const NOT_KNOWN = { count: Number.NaN, oldest: Number.NaN };

async function waitingIn(load: () => ServerLoad | null, onProblem: OnProblem) {
  try {
    return (await load()?.mails()) ?? NONE;
  } catch (problem) {
    onProblem(problem, 'metrics: mails that wait');
    return NOT_KNOWN;
  }
}

const REASONS = ['full', 'late', 'gone'] as const;

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
