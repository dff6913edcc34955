import type { Bounds } from '../../src/bounds.ts';
import { createService } from '../../src/createService.ts';
import type { Ports } from '../../src/ports.ts';
import { type FakeClock, type MemoryMailer, memoryPorts } from '../../testkit/memory/index.ts';
import { EACH_SAVE, openWorld, type UntypedService, untyped, type World } from './world.ts';

/** A process with a service on stores that outlive it. */
export interface Running {
  readonly ports: Ports & { readonly mailer: MemoryMailer };
  readonly service: UntypedService;
  readonly clock: FakeClock;
  /** The steps that `onProblem` was told, in order. */
  readonly problems: readonly string[];
  /** What differs from ALL_BOUNDS. Default: nothing. */
  readonly bounds?: Partial<Bounds>;
}

/** Where processes run, one after the other, on the same stores. */
export interface Stage<Process extends Running> {
  /** A process on fresh stores. */
  open(): Promise<Process>;
  /** Another process, on the stores of one that has died. */
  reopen(dead: Process): Promise<Process>;
  /** Ends all of them. */
  close(): Promise<void>;
}

/** In memory. */
export const WORLDS: Stage<World> = {
  open: async () => openWorld(),
  async reopen(dead) {
    const { clock, data, contents, ports } = dead;
    const { mailer, hasher } = ports;
    const reopened = { ...memoryPorts({ clock, data, contents, mailKey: 'key' }), mailer, hasher };
    const problems: string[] = [];
    const service = createService(reopened, {
      policy: { history: EACH_SAVE },
      onProblem: (_problem, where) => problems.push(where),
    });
    return { ...dead, ports: reopened, service: untyped(service), problems };
  },
  async close() {},
};
