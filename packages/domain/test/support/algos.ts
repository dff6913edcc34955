import type { GrantedRight } from '../../src/algorithm.ts';
import type { AuthenticatedCaller } from '../../src/caller.ts';
import { member, openWorld, type World, type WorldOptions } from './world.ts';

/** A world with an algorithm, id 1, of its owner, user 1, shared with two others. */
export interface SharedAlgo {
  readonly world: World;
  readonly owner: AuthenticatedCaller;
  readonly writer: AuthenticatedCaller;
  readonly reader: AuthenticatedCaller;
  readonly stranger: AuthenticatedCaller;
}

/** Its version is 2: it was created, then shared. */
export async function openSharedAlgo(options?: WorldOptions): Promise<SharedAlgo> {
  const world = openWorld(options);
  const [owner, writer] = [await member(world, 'owner'), await member(world, 'writer')];
  const [reader, stranger] = [await member(world, 'reader'), await member(world, 'stranger')];
  await world.service.createAlgo({ ownerId: owner.user.id, nom: 'Sort', sourceCode: { version: 1 } }, owner);
  const permsAlgorithme = [grant(writer, 'ReadWrite'), grant(reader, 'Read')];
  await world.service.updateAlgo(
    { id: 1, changes: { nom: 'Sort', sourceCode: { version: 2 }, permsAlgorithme } },
    owner,
  );
  return { world, owner, writer, reader, stranger };
}

export function grant({ user }: AuthenticatedCaller, droits: GrantedRight) {
  return { idUtilisateur: user.id, droits };
}

/** Name and source code of the algorithm, as `caller` reads them. */
export async function readAlgo({ service }: Pick<World, 'service'>, caller: AuthenticatedCaller, id = 1) {
  const { algo, version, source } = await service.getAlgo({ id }, caller);
  return { nom: algo.nom, version, sourceCode: source?.json() };
}
