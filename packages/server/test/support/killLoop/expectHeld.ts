import type { Held } from '@algotheque/testing/worlds';
import { expect } from 'vitest';

/** The stores have these algorithms, by id, and these users; each record has its own content, and nothing is left over. */
export function expectHeld(held: Held, names: ReadonlyMap<number, string>, emails: readonly string[]): void {
  const { algos, published, unfinished, deletions, users } = held;
  expect({ unfinished, deletions, deleted: users.filter(({ deleted }) => deleted) }).toEqual({
    unfinished: [],
    deletions: [],
    deleted: [],
  });
  expect(new Map(algos.map(({ id, nom }) => [id, nom]))).toEqual(names);
  expect([...published.keys()].sort()).toEqual(algos.map(({ id }) => id).sort());
  for (const { id, ref, nom } of algos) {
    const found = published.get(id);
    const content = JSON.parse(new TextDecoder().decode(found?.content)) as { nom: string };
    expect({ ref: found?.ref, nom: content.nom }, `algorithm ${id}`).toEqual({ ref, nom });
  }
  expect(users.map(({ adresseMail }) => adresseMail).sort()).toEqual([...emails].sort());
}
