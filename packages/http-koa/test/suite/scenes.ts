import type { World } from './fixture.ts';
import { newFolder } from './folders.ts';
import { freshEmail, mailedToken, newAlgo, newPerson, PASSWORD, type Person } from './people.ts';

/** Who sends the requests of the matrix of rights. The reader and the writer have a right to the algorithm of the owner. */
export const ROLES = ['anonymous', 'stranger', 'reader', 'writer', 'owner', 'deleted'] as const;
export type Role = (typeof ROLES)[number];

/** One user with an algorithm, for the requests of the matrix. */
export interface OwnedData {
  readonly person: Person;
  readonly algoId: number;
  /** The other user has no folder of this id. */
  readonly folderId: number;
  /** The tokens of mails: empty where the scene is made without links. */
  readonly links: Links;
}

interface Links {
  readonly confirm: string;
  readonly recover: string;
  /** To a new address. */
  readonly move: string;
}

export interface Scene {
  /** The user who sends the request; for `anonymous` a user whose token is not sent. */
  readonly own: OwnedData;
  /** The owner of the algorithm that is shared with the reader and the writer. */
  readonly foreign: OwnedData;
  readonly token: string | undefined;
}

/** New people in a role. Password hashes are most of the work, and the links need one more for each person. */
export async function newScene(world: World, role: Role, links: 'with links' | 'without links'): Promise<Scene> {
  const arrival = async (folderNames: readonly string[]): Promise<OwnedData> => {
    const person = await newPerson(world.api);
    const { id: algoId } = await newAlgo(world.api, person);
    let folderId = 0;
    for (const nom of folderNames) folderId = await newFolder(world, person, nom);
    return { person, algoId, folderId, links: links === 'with links' ? await linksOf(world, person) : NO_LINKS };
  };
  const foreign = await arrival(['one', 'two']);
  const own = role === 'owner' ? foreign : await arrival(['one']);
  await share(world, role, { own, foreign });
  const { id, token } = own.person;
  if (role === 'deleted') await world.api.call(`DELETE /api/users/${id}`, { token });
  return { own, foreign, token: role === 'anonymous' ? undefined : token };
}

/** The same people, each with a new algorithm. */
export async function withNewAlgos(world: World, role: Role, scene: Scene): Promise<Scene> {
  const renewed = async (data: OwnedData) => ({ ...data, algoId: (await newAlgo(world.api, data.person)).id });
  const foreign = await renewed(scene.foreign);
  const own = role === 'owner' ? foreign : await renewed(scene.own);
  await share(world, role, { own, foreign });
  return { ...scene, own, foreign };
}

const NO_LINKS: Links = { confirm: '', recover: '', move: '' };

async function linksOf(world: World, person: Person): Promise<Links> {
  const { id, email, token } = person;
  const newEmail = freshEmail();
  const json = { currentPassword: PASSWORD, newEmail };
  await world.api.call(`POST /api/users/${id}/email`, { token, json });
  await world.api.call('POST /api/users/recover', { json: { email } });
  return {
    confirm: await mailedToken(world, person, 'confirm'),
    recover: await mailedToken(world, person, 'recover'),
    move: await mailedToken(world, { email: newEmail }, 'change_email'),
  };
}

/** Gives the right of the role. A deleted user had one. */
async function share({ api }: World, role: Role, { own, foreign }: Pick<Scene, 'own' | 'foreign'>): Promise<void> {
  if (!['reader', 'writer', 'deleted'].includes(role)) return;
  const droits = role === 'reader' ? 'Read' : 'ReadWrite';
  const permsAlgorithme = [{ idUtilisateur: own.person.id, droits }];
  const json = { nom: 'Shared', sourceCode: { shared: true }, permsAlgorithme };
  await api.call(`PUT /api/algos/${foreign.algoId}`, { token: foreign.person.token, json });
}
