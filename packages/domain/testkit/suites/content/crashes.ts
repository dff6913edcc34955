import { type ContentStore, PENDING_AGE_MS } from '@algotheque/domain';
import { equal, ok } from '../assert.ts';
import type { AddTest, Given } from '../suite.ts';
import { bytesOf } from './bytes.ts';
import { type ContentStoreFixture, removeContent, type Saving, save } from './fixture.ts';

/** What has been committed before the crash, by the records, and every text that was ever staged. */
interface World {
  /** References by id. */
  readonly records: Map<number, string>;
  /** References by text. */
  readonly refs: Map<string, string>;
}

type Step = (fixture: Saving, world: World) => Promise<unknown>;

const OLD = 'the old content';
const MIDDLE = 'the content between';
const NEW = 'the new content';

const refOf = ({ refs }: World, text: string): string => refs.get(text) ?? '';
const stage =
  (text: string, replaces: string | null = null): Step =>
  async ({ port }, world) => {
    const replaced = replaces === null ? null : refOf(world, replaces);
    world.refs.set(text, await port.stage(bytesOf(text), replaced));
  };
const commit =
  (id: number, text: string): Step =>
  async ({ records }, world) => {
    world.records.set(id, refOf(world, text));
    await records?.commit(id, refOf(world, text));
  };
const uncommit =
  (id: number): Step =>
  async (fixture, { records }) => {
    records.delete(id);
    await fixture.records?.remove(id);
  };
const publish =
  (id: number, text: string): Step =>
  ({ port }, world) =>
    port.publish(id, refOf(world, text));
const discard =
  (text: string): Step =>
  ({ port }, world) =>
    port.discard(refOf(world, text));
const announce =
  (id: number, text: string): Step =>
  async ({ port }, world) =>
    port.announce?.(id, refOf(world, text));

/** The steps of the domain's operations; algorithm 1 has the old content before the first step. */
const SEQUENCES: Readonly<Record<string, readonly Step[]>> = {
  creating: [stage(NEW), commit(2, NEW), publish(2, NEW)],
  replacing: [stage(NEW, OLD), commit(1, NEW), publish(1, NEW)],
  'replacing twice, published once': [
    stage(MIDDLE, OLD),
    commit(1, MIDDLE),
    stage(NEW, MIDDLE),
    commit(1, NEW),
    publish(1, NEW),
  ],
  'replacing without effect': [stage(NEW, OLD), discard(NEW)],
  deleting: [announce(1, OLD), uncommit(1), ({ port }, world) => removeContent(port, 1, refOf(world, OLD))],
  'deleting without effect': [announce(1, OLD), async ({ port }, world) => port.withdraw?.(1, refOf(world, OLD))],
  'deleting what was not published': [
    stage(NEW, OLD),
    commit(1, NEW),
    announce(1, NEW),
    uncommit(1),
    ({ port }, world) => removeContent(port, 1, refOf(world, NEW)),
  ],
};

type CrashFixture = Given<ContentStoreFixture, never, 'dump'>;

/** After a crash between any two steps, nothing that was committed is lost, and nothing else stays for good. */
export function addCrashTests(test: AddTest<ContentStoreFixture>): void {
  for (const [name, steps] of Object.entries(SEQUENCES)) {
    for (let survived = 0; survived <= steps.length; survived += 1) {
      const title = `survives a crash after step ${survived} of ${steps.length} of ${name}`;
      test(title, { uses: 'dump' }, (fixture) => crashAfter(fixture, steps.slice(0, survived)));
    }
  }
}

async function crashAfter(fixture: CrashFixture, steps: readonly Step[]): Promise<void> {
  const ref = await save(fixture, 1, { text: OLD });
  const world: World = { records: new Map([[1, ref]]), refs: new Map([[OLD, ref]]) };
  for (const step of steps) await step(fixture, world);
  const port = await fixture.crash();
  await checkNamed(port, world);
  fixture.clock.advance(2 * PENDING_AGE_MS);
  for (let turn = 0; turn < 2; turn += 1) {
    await settle(port, world, fixture.clock.now());
    await checkNamed(port, world);
  }
  fixture.clock.advance(2 * PENDING_AGE_MS);
  equal(await port.pending(fixture.clock.now()), [], 'in flight after all was settled');
  await checkForgotten(fixture, port, world);
}

/** Finishes work in flight as resumeWork does: publishes what a record names, and discards or deletes the rest. */
async function settle(port: ContentStore, { records }: World, now: number): Promise<void> {
  for (const work of await port.pending(now)) {
    if (work.kind === 'deleting') {
      const named = records.get(work.id);
      await (named === undefined ? port.delete?.(work.id, null) : port.withdraw?.(work.id, named));
    } else {
      const named = [...records].find(([, ref]) => ref === work.ref);
      await (named === undefined ? port.discard(work.ref) : port.publish(named[0], work.ref));
    }
  }
}

async function checkNamed(port: ContentStore, { records, refs }: World): Promise<void> {
  for (const [id, ref] of records) {
    const text = [...refs].find(([, other]) => other === ref)?.[0] ?? '';
    equal(await port.read(id, ref), bytesOf(text), `what algorithm ${id} names`);
  }
}

async function checkForgotten(fixture: CrashFixture, port: ContentStore, world: World): Promise<void> {
  const named = new Set(world.records.values());
  const dump = await fixture.dump?.();
  const shown = [...world.refs].find(([, ref]) => named.has(ref))?.[0];
  if (dump !== undefined && shown !== undefined)
    ok(dump.includes(shown), `the dump of the fixture does not show ${shown}`);
  for (const [text, ref] of world.refs) {
    if (named.has(ref)) continue;
    for (const id of [1, 2]) equal(await port.read(id, ref), null, `what nobody names (${text})`);
    ok(dump === undefined || !dump.includes(text), `the store still holds ${text}`);
  }
}
