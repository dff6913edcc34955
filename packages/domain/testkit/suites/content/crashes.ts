import { type ContentStore, PENDING_AGE_MS } from '@algotheque/domain';
import { equal, ok } from '../assert.ts';
import type { AddTest, Given } from '../suite.ts';
import { bytesOf } from './bytes.ts';
import { type ContentStoreFixture, save } from './fixture.ts';

/** What has been committed before the crash, and every text that was ever staged. */
interface World {
  /** References by id. */
  readonly records: Map<number, string>;
  readonly bin: Map<number, string>;
  /** Ids by reference. */
  readonly formers: Map<string, number>;
  /** References by text. */
  readonly refs: Map<string, string>;
}

type Step = (port: ContentStore, world: World) => unknown;

const OLD = 'the old content';
const MIDDLE = 'the content between';
const NEW = 'the new content';

const refOf = ({ refs }: World, text: string): string => refs.get(text) ?? '';
const stage =
  (text: string, replaces: string | null = null): Step =>
  async (port, world) => {
    world.refs.set(text, await port.stage(bytesOf(text), replaces === null ? null : refOf(world, replaces)));
  };
const commit =
  (id: number, text: string, former?: string): Step =>
  (_port, world) => {
    world.records.set(id, refOf(world, text));
    if (former !== undefined) world.formers.set(refOf(world, former), id);
  };
const publish =
  (id: number, text: string): Step =>
  async (port, world) => {
    await port.publish(id, refOf(world, text));
    await port.settled?.();
  };
const discard =
  (text: string): Step =>
  (port, world) =>
    port.discard(refOf(world, text));
const keep =
  (id: number, text: string): Step =>
  (port, world) =>
    port.keep(id, refOf(world, text));
const noteRemoval =
  (text: string): Step =>
  (port, world) =>
    port.noteRemoval([refOf(world, text)]);
const remove =
  (id: number, text: string, from: 'records' | 'bin' = 'records'): Step =>
  (port, world) =>
    port.delete(id, refOf(world, text), from);
const uncommit =
  (id: number, from: 'records' | 'bin' = 'records'): Step =>
  (_port, world) =>
    world[from].delete(id);
const rebin =
  (id: number, to: 'records' | 'bin'): Step =>
  (_port, world) => {
    const [from, target] = to === 'bin' ? [world.records, world.bin] : [world.bin, world.records];
    target.set(id, from.get(id) ?? '');
    from.delete(id);
  };
const move =
  (id: number, text: string, to: 'records' | 'bin'): Step =>
  (port, world) =>
    port.move(id, refOf(world, text), to);

const BINNING = [rebin(1, 'bin'), move(1, OLD, 'bin')];
const KEEPING = [keep(1, OLD), stage(NEW), commit(1, NEW, OLD), publish(1, NEW)];

/** The steps of the domain's operations; algorithm 1 has the old content before the first step. */
const SEQUENCES: Readonly<Record<string, readonly Step[]>> = {
  creating: [stage(NEW), commit(2, NEW), publish(2, NEW)],
  replacing: [stage(NEW, OLD), commit(1, NEW), publish(1, NEW)],
  'replacing twice': [
    stage(MIDDLE, OLD),
    commit(1, MIDDLE),
    publish(1, MIDDLE),
    stage(NEW, MIDDLE),
    commit(1, NEW),
    publish(1, NEW),
  ],
  'replacing without effect': [stage(NEW, OLD), discard(NEW)],
  'replacing, and keeping a former version': KEEPING,
  'removing a former version': [
    ...KEEPING,
    noteRemoval(OLD),
    (_port, world) => world.formers.clear(),
    (port, world) => port.deleteFormer(1, refOf(world, OLD), false),
  ],
  deleting: [noteRemoval(OLD), uncommit(1), remove(1, OLD)],
  'deleting without effect': [noteRemoval(OLD), publish(1, OLD)],
  'moving to the bin': BINNING,
  'moving to the bin and back': [...BINNING, rebin(1, 'records'), move(1, OLD, 'records')],
  'removing from the bin': [...BINNING, noteRemoval(OLD), uncommit(1, 'bin'), remove(1, OLD, 'bin')],
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
  const world: World = {
    records: new Map([[1, ref]]),
    bin: new Map(),
    formers: new Map(),
    refs: new Map([[OLD, ref]]),
  };
  for (const step of steps) await step(fixture.port, world);
  const port = await fixture.crash();
  await checkNamed(port, world);
  fixture.clock.advance(2 * PENDING_AGE_MS);
  for (let turn = 0; turn < 2; turn += 1) {
    await reconcile(port, world, fixture.clock.now());
    await checkNamed(port, world);
  }
  fixture.clock.advance(2 * PENDING_AGE_MS);
  equal(await port.pending(fixture.clock.now()), [], 'in flight after all was reconciled');
  await checkForgotten(fixture, port, world);
}

/** Finishes work in flight as resumeWork does: what is named comes to its place, and the rest is removed. */
async function reconcile(port: ContentStore, world: World, now: number): Promise<void> {
  const { records, bin, formers } = world;
  const named = (map: ReadonlyMap<number, string>, ref: string) => [...map].find(([, other]) => other === ref)?.[0];
  for (const ref of await port.pending(now)) {
    const id = named(records, ref) ?? named(bin, ref);
    const formerOf = formers.get(ref);
    if (id !== undefined) await port.publish(id, ref);
    else if (formerOf !== undefined) await port.keep(formerOf, ref);
    else await port.discard(ref);
  }
  await port.settled?.();
  for await (const batch of port.listContents?.() ?? []) {
    for (const one of batch) {
      if (one.kind === 'former') {
        if (!formers.has(one.ref))
          await port.deleteFormer(one.id, one.ref, [...world.records.values()].includes(one.ref));
        continue;
      }
      const place = one.kind === 'bin' ? 'records' : 'bin';
      const ref = world[place].get(one.id);
      if (world[one.kind].has(one.id)) continue;
      await (ref === undefined ? port.delete(one.id, null, one.kind) : port.move(one.id, ref, place));
    }
  }
}

async function checkNamed(port: ContentStore, { records, bin, formers, refs }: World): Promise<void> {
  const named = [...records, ...bin, ...[...formers].map(([ref, id]) => [id, ref] as const)];
  for (const [id, ref] of named) {
    const text = [...refs].find(([, other]) => other === ref)?.[0] ?? '';
    equal(await port.read(id, ref), bytesOf(text), `what algorithm ${id} names`);
  }
}

async function checkForgotten(fixture: CrashFixture, port: ContentStore, world: World): Promise<void> {
  const named = new Set([...world.records.values(), ...world.bin.values(), ...world.formers.keys()]);
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
