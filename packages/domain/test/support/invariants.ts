import { expect } from 'vitest';
import type { MemoryData } from '../../testkit/memory/index.ts';
import { type ContentsView, type Held, heldInMemory } from './held.ts';

interface InMemory {
  readonly data: MemoryData;
  readonly contents: ContentsView;
  readonly ports: { readonly mailer: Sent };
  readonly problems: readonly string[];
}

interface Sent {
  readonly sent: readonly { readonly recipient: { readonly id: number }; readonly mail: { readonly kind: string } }[];
}

/** As `expectWhole`, of a world in memory that has reported no problem. */
export function expectConsistent(world: InMemory, at: string): void {
  expect(world.problems, at).toEqual([]);
  expectWhole(heldInMemory(world), world.ports.mailer, at);
}

/** Conditions that are true whenever no work is under way. */
export function expectWhole(held: Held, mailer: Sent, at: string): void {
  expect({ unfinished: held.unfinished, deletions: held.deletions }, at).toEqual({ unfinished: [], deletions: [] });
  expectOwnContent(held, at);
  expectFormers(held, at);
  expectNoDeletedUser(held, at);
  expectMailsSent(held, mailer, at);
}

/**
 * Each algorithm has its content, each content its algorithm, perhaps in the bin; the source code of these tests repeats the record's name.
 */
function expectOwnContent({ algos, bin, published }: Held, at: string): void {
  const all = [...algos, ...bin];
  expect([...published.keys()].sort(), at).toEqual(all.map(({ id }) => id).sort());
  for (const { id, ref, nom } of all) {
    const found = published.get(id);
    expect(found?.ref, at).toBe(ref);
    expect(JSON.parse(new TextDecoder().decode(found?.content)), at).toMatchObject({ nom });
  }
}

/** Each entry of the history has its content, and each kept content its entry. */
function expectFormers({ history, formers }: Held, at: string): void {
  expect([...formers].sort(), at).toEqual(history.map(({ ref }) => ref).sort());
}

/** A deleted user has left no data, and no user is deleted only in part. */
function expectNoDeletedUser({ users, algos, sessions, folders }: Held, at: string): void {
  const ids = new Set(users.map(({ id }) => id));
  const named = [
    ...algos.flatMap(({ ownerId, permsAlgorithme }) => [ownerId, ...permsAlgorithme.map((one) => one.idUtilisateur)]),
    ...sessions.map(({ userId }) => userId),
    ...folders.map(({ ownerId }) => ownerId),
  ];
  expect(
    named.filter((id) => !ids.has(id)),
    at,
  ).toEqual([]);
  expect(
    users.filter(({ deleted }) => deleted),
    at,
  ).toEqual([]);
}

function expectMailsSent({ users }: Held, { sent }: Sent, at: string): void {
  const sentTo = sent.filter(({ mail }) => mail.kind === 'confirm').map(({ recipient }) => recipient.id);
  for (const { id, due } of users) {
    expect(sentTo, at).toContain(id);
    expect(due, at).toEqual([]);
  }
}
