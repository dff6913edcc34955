import type { AuthenticatedCaller, MailTokens } from '@algotheque/domain';
import type { MemoryMailer } from '@algotheque/domain/memory';
import { logIn, mailedToken, member, type Running } from '@algotheque/testing/worlds';

/**
 * Ada, user 1, has three sessions, the folders 1 and 2 in it, the algorithms 1, shared with Bob, and 2.
 * She keeps the algorithms 2 and 3 in her folder 1, and 4, shared with Bob, from there is in her bin. Bob, user 2, has a session and the
 * algorithm 3, shared with Ada. The source code of each algorithm repeats its name.
 */
export interface People {
  readonly ada: AuthenticatedCaller;
  readonly bob: AuthenticatedCaller;
  /** The digests of all sessions, by name. */
  readonly sessions: Readonly<Record<string, string>>;
  /** Of Ada. */
  readonly token: string;
  readonly confirmation: string;
  /** Makes the tokens of links. */
  readonly tokens: MailTokens;
  readonly mailer: MemoryMailer;
}

/** Name and source code of an algorithm. */
export const algo = (nom: string) => ({ nom, sourceCode: { nom } });

export async function addPeople(running: Running): Promise<Omit<People, 'mailer'>> {
  const { service } = running;
  const ada = await member(running, 'ada');
  const confirmation = mailedToken(running, 'confirm');
  const bob = await member(running, 'bob');
  const [own, other] = [await logIn(running, 'ada'), await logIn(running, 'ada')];
  for (const nom of ['first', 'second']) await service.createAlgo({ ...algo(nom), ownerId: 1 }, ada);
  await service.createAlgo({ ...algo('third'), ownerId: 2 }, bob);
  const toBob = [{ idUtilisateur: 2, droits: 'Read' }];
  const toAda = [{ idUtilisateur: 1, droits: 'ReadWrite' }];
  await service.updateAlgo({ id: 1, changes: { ...algo('shared'), permsAlgorithme: toBob } }, ada);
  await service.updateAlgo({ id: 3, changes: { ...algo('bobs'), permsAlgorithme: toAda } }, bob);
  await service.createFolder({ folder: { nom: 'drafts' } }, ada);
  await service.createFolder({ folder: { nom: 'inner', parentId: 1 } }, ada);
  await service.createAlgo({ ...algo('fourth'), ownerId: 1 }, ada);
  await service.updateAlgo({ id: 4, changes: { ...algo('binned'), permsAlgorithme: toBob } }, ada);
  for (const id of [2, 3, 4]) await service.placeAlgo({ id, place: { dossierId: 1 } }, ada);
  await service.deleteAlgo({ id: 4 }, ada);
  await service.settled();
  const { digest } = own.caller.session;
  const sessions = {
    first: ada.session.digest,
    own: digest,
    other: other.caller.session.digest,
    bob: bob.session.digest,
  };
  return { ada: own.caller, bob, sessions, token: own.token, confirmation, tokens: running.ports.mailTokens };
}
