import { ApiError } from '@algotheque/client';
import { call } from './session.ts';

const names = new Map<number, Promise<string | null>>();

async function read(id: number): Promise<string | null> {
  try {
    return (await call('getUser', { params: { path: { id } } })).data.pseudo;
  } catch (error) {
    names.delete(id);
    if (error instanceof ApiError && error.code === 'Responses.User.Not_found') return null;
    throw error;
  }
}

/** The names of users, each read once; null for a deleted account. */
export async function namesOf(ids: Iterable<number>): Promise<ReadonlyMap<number, string | null>> {
  const pairs = [...new Set(ids)].map(async (id) => {
    const name = names.get(id) ?? read(id);
    names.set(id, name);
    return [id, await name] as const;
  });
  return new Map(await Promise.all(pairs));
}
