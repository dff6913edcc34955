import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FakeClock } from '@algotheque/domain/memory';
import { onTestFinished } from 'vitest';
import { Deliveries } from '../src/deliveries.ts';
import { DEFAULT_TIMEOUTS, type Delivery, type SmtpOptions } from '../src/index.ts';
import { SmtpTransport, slowTransport } from '../src/smtpTransport.ts';
import { parseSmtpUrl } from '../src/smtpUrl.ts';
import { SpoolQueue } from '../src/spoolQueue.ts';
import { mailsIn, NOW, recipient, type ScratchSpool, scratchSpool } from './scratch.ts';

export interface Drain extends Pick<Deliveries, 'look' | 'idle' | 'stop' | 'abort'> {
  /** Sends all that is due. @returns milliseconds until the next look makes sense */
  runOnce(): Promise<number>;
}

export interface ScratchDrain extends ScratchSpool {
  readonly clock: FakeClock;
  /** The messages of reported problems. */
  readonly problems: string[];
  /** The ends of tries. */
  readonly deliveries: readonly Delivery[];
  /** Lines about corrected modes. */
  readonly notices: string[];
  /** Opens a drain of the spool, as at the start of a process. */
  open(url: string, options?: SmtpOptions): Drain;
  /** Spools a mail for each, one after another. */
  spoolFor(...addresses: readonly string[]): Promise<void>;
  /** The names of the waiting, the claimed and the failed mails. */
  places(): Promise<{ waiting: string[]; sending: string[]; failed: string[] }>;
  /** The reason of the only failed mail. */
  reason(): Promise<string>;
}

/** A spool in a new folder, and drains of it on a clock that stands still. Delays are the middle of their range. */
export async function scratchDrain(): Promise<ScratchDrain> {
  const clock = new FakeClock(NOW);
  const problems: string[] = [];
  const notices: string[] = [];
  const ended: Delivery[] = [];
  const scratch = await scratchSpool({ now: () => clock.now() });
  const { spool, dir } = scratch;
  const onProblem = (problem: unknown) => problems.push(String(problem));
  const names = async (folder: string) =>
    readdir(join(dir, folder)).then(
      (all) => all.sort(),
      () => [],
    );
  return {
    ...scratch,
    clock,
    problems,
    notices,
    deliveries: ended,
    open(url, { connections = 4, ...options } = {}) {
      const server = parseSmtpUrl(url);
      const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts };
      const settings = { ...options, server, connections, timeouts };
      const [transport, slow] = [new SmtpTransport(settings), slowTransport(settings)];
      onTestFinished(() => {
        for (const pool of [transport, slow]) pool.close();
      });
      const deliveries = new Deliveries({
        queue: new SpoolQueue(dir, (line) => notices.push(line)),
        server,
        timeouts,
        connections,
        transport,
        slow,
        clock,
        random: () => 0.5,
        onNotice: (line) => notices.push(line),
        onProblem,
        onDelivery: (delivery) => ended.push(delivery),
      });
      return {
        look: () => deliveries.look(),
        idle: () => deliveries.idle(),
        stop: () => deliveries.stop(),
        abort: () => deliveries.abort(),
        async runOnce() {
          await deliveries.look();
          await deliveries.idle();
          return deliveries.look();
        },
      };
    },
    async spoolFor(...addresses) {
      for (const adresseMail of addresses) {
        await spool.send(recipient({ adresseMail }), { kind: 'confirm', token: 'secret-token' });
        clock.advance(1);
      }
    },
    places: async () => ({
      waiting: await mailsIn(dir),
      sending: await names('sending'),
      failed: await names('failed'),
    }),
    async reason() {
      const [name = 'none', ...others] = (await names('failed')).filter((file) => file.endsWith('.reason'));
      if (others.length > 0) throw new Error('several mails were given up');
      return readFile(join(dir, 'failed', name), 'utf8');
    },
  };
}
