import { expect } from 'vitest';
import type { AuthenticatedCaller } from '../../src/index.ts';
import { FakeClock } from '../../testkit/memory/index.ts';
import type { ContentsView } from './held.ts';
import type { Step } from './intercept.ts';
import { SharedContents } from './sharedFiles.ts';
import { EACH_SAVE, emailOf, member, openWorld, PASSWORD, type UntypedService, type World } from './world.ts';

interface Given {
  /** The server that does it, and the one that is asked next: perhaps the same. */
  readonly service: UntypedService;
  readonly next: UntypedService;
  readonly index: number;
  readonly scene: Scene;
}

/** What the owner, user 1, does with the algorithm 1. */
export const OPERATIONS = {
  delete: ({ service, scene }) => service.deleteAlgo({ id: 1 }, scene.owner),
  restore: ({ service, scene }) => service.restoreAlgo({ id: 1 }, scene.owner),
  purge: ({ service, scene }) => service.purgeAlgo({ id: 1 }, scene.owner),
  save: (given) => patch(given, { sourceCode: { saved: given.index } }),
  'save the same content': (given) => patch(given, { nom: `Same ${given.index}`, sourceCode: { saved: 'same' } }),
  rename: (given) => patch(given, { nom: `Renamed ${given.index}` }),
  share: (given) => patch(given, { permsAlgorithme: [{ idUtilisateur: 2, droits: 'ReadWrite' }] }),
  unshare: (given) => patch(given, { permsAlgorithme: [] }),
  back: ({ service, scene }) => service.restoreVersion({ id: 1, version: 1 }, scene.owner),
  resume: ({ service }) => service.resumeWork(),
  read,
  create: ({ service, scene }) => service.createAlgo({ ownerId: 1, nom: 'Other', sourceCode: {} }, scene.owner),
  'log in': ({ service }) => service.login({ email: emailOf('owner'), password: PASSWORD }),
  'delete the owner': ({ service, scene }) => service.deleteUser({ id: 1 }, scene.owner),
  'delete the guest': ({ service, scene }) => service.deleteUser({ id: 2 }, scene.guest),
} satisfies Readonly<Record<string, (given: Given) => Promise<unknown>>>;
export type Name = keyof typeof OPERATIONS;

const patch = ({ service, scene }: Given, changes: unknown) => service.patchAlgo({ id: 1, changes }, scene.owner);

/** Name, content and version belong together, and the version never goes back. */
async function read({ service, next, scene }: Given): Promise<void> {
  let last = 0;
  for (const server of [service, next]) {
    const { algo, source, version } = await server.getAlgo({ id: 1 }, scene.owner);
    expect(`${algo.nom} ${source?.text()}`, `version ${version}`).toBe(scene.committed.get(version));
    expect(version).toBeGreaterThanOrEqual(last);
    last = version;
  }
}

export interface Scene {
  readonly world: World;
  readonly owner: AuthenticatedCaller;
  readonly guest: AuthenticatedCaller;
  readonly clock: FakeClock;
  readonly contents: ContentsView;
  /** Name and source code by each version that there was. */
  readonly committed: ReadonlyMap<number, string>;
  /** Opens a server on the stores. */
  open(order: Step): UntypedService;
}

interface Kind {
  /** The store of content is one that several servers share. */
  readonly isShared: boolean;
  /** Former versions are kept; else the content of each save replaces the one before. */
  readonly areKept: boolean;
}

/** An algorithm, id 1, of version 2, shared with the guest, user 2. */
export async function openScene({ isShared, areKept }: Kind): Promise<Scene> {
  const clock = new FakeClock();
  const replace = isShared ? { clock, contentStore: new SharedContents(clock) } : {};
  const policy = { limits: null, history: areKept ? EACH_SAVE : { ...EACH_SAVE, versions: 0 } };
  const world = openWorld({ policy, replace });
  const contents: ContentsView = replace.contentStore ?? world.contents;
  const [owner, guest] = [await member(world, 'owner'), await member(world, 'guest')];
  await world.service.createAlgo({ ownerId: 1, nom: 'Sort', sourceCode: { saved: 'first' } }, owner);
  const changes = { sourceCode: { saved: 'second' }, permsAlgorithme: [{ idUtilisateur: 2, droits: 'Read' }] };
  await world.service.patchAlgo({ id: 1, changes }, owner);
  const [texts, committed] = [new Map<string, string>(), new Map<number, string>()];
  const note = (): void => {
    for (const [ref, { content }] of contents.staged) texts.set(ref, new TextDecoder().decode(content));
    for (const { ref, content } of contents.published.values()) texts.set(ref, new TextDecoder().decode(content));
    const algo = world.data.algos.get(1);
    if (algo === undefined) return;
    const now = `${algo.nom} ${texts.get(algo.ref)}`;
    expect(committed.get(algo.version) ?? now, `version ${algo.version}`).toBe(now);
    committed.set(algo.version, now);
  };
  note();
  const open = (order: Step): UntypedService => {
    const step: Step = (name, run) => order(name, () => run().finally(note));
    return openWorld({ policy, replace: { ...world.ports, ...replace }, step, endsWithAnswer: true }).service;
  };
  return { world, owner, guest, clock: isShared ? clock : world.clock, contents, committed, open };
}

/** Every source code of the algorithm that somebody can read. */
export async function sourcesIn({ world, contents, owner }: Scene): Promise<string> {
  const { data, service } = world;
  const inBin = data.bin.has(1) ? [contents.published.get(1)] : [];
  const formers = [...data.history.keys()].map((ref) => contents.formers.get(ref));
  const kept = [...inBin, ...formers].map((found) => new TextDecoder().decode(found?.content));
  const current = data.algos.has(1) ? (await service.getAlgo({ id: 1 }, owner)).source?.text() : '';
  return [...kept, current].join('\n');
}
