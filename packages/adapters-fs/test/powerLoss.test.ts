import { constants, renameSync, unlinkSync } from 'node:fs';
import type { FileHandle, open as openFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { PENDING_AGE_MS, type SeparateContentStore } from '@algotheque/domain';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { bytes, scratchStore } from './scratch.ts';
import type { Entries } from './simulated/folderHistory.ts';
import { SimulatedDisk } from './simulated/simulatedDisk.ts';

const disk = vi.hoisted((): { now: SimulatedDisk | null } => ({ now: null }));

// The files are real. A model beside them has, after each step, the states that a power loss could leave on the disk.
vi.mock('node:fs/promises', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:fs/promises')>();
  const open: typeof openFile = async (path, ...rest) => {
    const file = await original.open(path, ...rest);
    const makesFile = (Number(rest[0]) & constants.O_CREAT) !== 0;
    if (makesFile) disk.now?.created(String(path), basename(String(path)));
    return gated(file, String(path));
  };
  const rename: typeof original.rename = async (from, to) => {
    await disk.now?.gate();
    renameSync(from, to);
    disk.now?.renamed(String(from), String(to));
  };
  const unlink: typeof original.unlink = async (path) => {
    await disk.now?.gate();
    unlinkSync(path);
    disk.now?.unlinked(String(path));
  };
  return { ...original, open, rename, unlink };
});

/** A sync takes two steps, so that other steps may come in between. */
function gated(file: FileHandle, path: string): FileHandle {
  const sync = file.sync.bind(file);
  file.sync = async () => {
    await disk.now?.gate();
    const end = disk.now?.syncBegun(path);
    await sync();
    await disk.now?.gate();
    end?.();
  };
  return file;
}

/** The references in the records, as a separate database would have them after the power loss. */
class Records {
  readonly refs = new Map<number, string>();
  readonly deleted = new Set<number>();
  checks = 0;

  expectKept(root: readonly Entries[], staging: readonly Entries[]): void {
    for (const published of root) for (const staged of staging) this.#expectKept(published, staged);
  }

  #expectKept(published: Entries, staged: Entries): void {
    this.checks += 1;
    for (const [id, ref] of this.refs) {
      if (published.get(`${id}.json`) !== ref && !staged.has(ref)) throw new Error(`The content of ${id} is lost`);
    }
    for (const id of this.deleted) {
      const isLeft = published.has(`${id}.json`) && !staged.has(`${id}.delete`);
      if (isLeft) throw new Error(`The content of ${id}, which is deleted, is left for good`);
    }
  }
}

type Step = { readonly kind: 'save' | 'delete' | 'withdraw'; readonly id: number };

async function run(store: SeparateContentStore, records: Records, { kind, id }: Step): Promise<void> {
  const old = records.refs.get(id);
  if (kind === 'save' && !records.deleted.has(id)) {
    const ref = await store.stage(bytes(`[${id}]`), null);
    records.refs.set(id, ref);
    await store.publish(id, ref);
    if (old !== undefined) await store.discard(old);
  }
  if (old === undefined || kind === 'save') return;
  await store.announce(id, old);
  if (kind === 'withdraw') return store.withdraw(id, old);
  records.refs.delete(id);
  records.deleted.add(id);
  await store.delete(id, old);
}

/** Operations on one id run one after the other, as in the domain; different ids run in parallel. */
async function runAll(store: SeparateContentStore, records: Records, steps: readonly Step[]): Promise<void> {
  const works = Map.groupBy(steps, ({ id }) => id).values();
  const inTurn = async (some: readonly Step[]) => {
    for (const step of some) await run(store, records, step);
  };
  const ends = await Promise.allSettled([...works].map(inTurn));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

const anyStep: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('save', 'save', 'save', 'delete', 'withdraw'),
  id: fc.integer({ min: 1, max: 4 }),
});

it('keeps every acknowledged content through a power loss, on a disk that writes each folder by itself', async () => {
  let checks = 0; // without this count, a run without checks would pass
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(anyStep, { minLength: 3, maxLength: 14, size: 'max' }),
      async (scheduler, steps) => {
        disk.now = null;
        const { dir, store } = await scratchStore();
        const [simulated, records] = [new SimulatedDisk(), new Records()];
        const look = (): void =>
          records.expectKept(simulated.folder(dir).possible(), simulated.folder(`${dir}/staging`).possible());
        simulated.reset(dir, look);
        simulated.gate = () => scheduler.schedule(Promise.resolve());
        disk.now = simulated;
        await scheduler.waitFor(runAll(store, records, steps));
        disk.now = null;
        expect(await store.pending(2 * PENDING_AGE_MS)).toEqual([]);
        checks += records.checks;
      },
    ),
    { numRuns: 60 },
  );
  expect(checks).toBeGreaterThan(2_000);
});
