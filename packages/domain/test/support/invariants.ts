import { expect } from 'vitest';
import type { World } from './world.ts';

/** The content of a store, for a test. */
export interface ContentsView {
  readonly staged: ReadonlyMap<unknown, unknown>;
  readonly deletions: ReadonlyMap<unknown, unknown>;
  /** By the id of the algorithm. */
  readonly published: ReadonlyMap<number, { readonly ref: string; readonly content: Uint8Array }>;
}

type Stores = Pick<World, 'data' | 'ports' | 'problems'> & { readonly contents: ContentsView };

/** Conditions that are true whenever no work is under way. */
export function expectConsistent(world: Stores, at: string): void {
  expect(world.problems, at).toEqual([]);
  expectNothingInFlight(world, at);
  expectOwnContent(world, at);
  expectNoDeletedUser(world, at);
  expectConfirmationsSent(world, at);
}

function expectNothingInFlight({ contents, data }: Stores, at: string): void {
  const inFlight = { staged: contents.staged.size, deletions: contents.deletions.size, users: data.deletions.size };
  expect(inFlight, at).toEqual({ staged: 0, deletions: 0, users: 0 });
}

/** Each record has its content, each content its record; the source code of these tests repeats the record's name. */
function expectOwnContent({ contents, data }: Stores, at: string): void {
  expect([...contents.published.keys()].sort(), at).toEqual([...data.algos.keys()].sort());
  for (const { id, ref, nom } of data.algos.values()) {
    const published = contents.published.get(id);
    expect(published?.ref, at).toBe(ref);
    expect(JSON.parse(new TextDecoder().decode(published?.content)), at).toEqual({ nom });
  }
}

/** A deleted user has left no data, and no user is deleted only in part. */
function expectNoDeletedUser({ data }: Stores, at: string): void {
  const algos = [...data.algos.values()];
  const named = [
    ...algos.flatMap(({ ownerId, permsAlgorithme }) => [ownerId, ...permsAlgorithme.map((one) => one.idUtilisateur)]),
    ...[...data.sessions.values()].map(({ userId }) => userId),
    ...[...data.folders.values()].map(({ ownerId }) => ownerId),
  ];
  expect(
    named.filter((id) => !data.users.has(id)),
    at,
  ).toEqual([]);
  expect(
    [...data.users.values()].filter(({ deleted }) => deleted),
    at,
  ).toEqual([]);
}

function expectConfirmationsSent({ data, ports }: Stores, at: string): void {
  const sentTo = ports.mailer.sent.filter(({ mail }) => mail.kind === 'confirm').map(({ recipient }) => recipient.id);
  for (const { user } of data.users.values()) {
    expect(sentTo, at).toContain(user.id);
    expect(user.confirmationDue, at).toBeNull();
    expect(user.noticeDue, at).toBeNull();
  }
}
