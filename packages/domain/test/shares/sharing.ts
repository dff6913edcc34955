import type { AuthenticatedCaller } from '../../src/caller.ts';
import { UnavailableError } from '../../src/responses.ts';
import { after, breakable, type Step } from '../support/intercept.ts';
import { emailOf, mailedToken, member, openWorld, PASSWORD, type World, type WorldOptions } from '../support/world.ts';

export const DAY = 86_400_000;

type Options = Pick<WorldOptions, 'policy' | 'step' | 'bounds'>;

/** A world with an algorithm, id 1, of its owner, user 1, whose address is confirmed. */
export async function openShares(options: Options = {}) {
  const world = openWorld({ ...options, policy: { limits: null, ...options.policy } });
  const owner = await confirmedMember(world, 'owner');
  await world.service.createAlgo({ ownerId: 1, nom: 'Euclid', sourceCode: {} }, owner);
  return { world, owner };
}

/** A user who is logged in and has confirmed the address. */
export async function confirmedMember(world: World, name: string): Promise<AuthenticatedCaller> {
  const { user } = await member(world, name);
  await world.service.confirmUser(mailedToken(world, 'confirm'));
  const now = await world.ports.users.findById(user.id);
  const login = await world.service.login({ email: now?.adresseMail ?? '', password: PASSWORD });
  return { ...(await world.service.authenticate(login.token)), address: '192.0.2.7' };
}

/** The owner shares the algorithm with an address, or with a user. */
export const share = (
  { world, owner }: { readonly world: World; readonly owner: AuthenticatedCaller },
  person: string | number,
  droits: 'Read' | 'ReadWrite' = 'Read',
) =>
  world.service.shareAlgo(
    {
      id: 1,
      share: typeof person === 'number' ? { idUtilisateur: person, droits } : { email: emailOf(person), droits },
    },
    owner,
  );

/** Who has a right on the algorithm and what waits for which addresses, as stored. */
export async function sharesOf({ ports }: World, id = 1) {
  const algo = await ports.algos.findById(id);
  return {
    users: algo?.permsAlgorithme.map(({ idUtilisateur }) => idUtilisateur),
    waiting: algo?.waiting.map(({ adresseMail }) => adresseMail),
  };
}

/** The mails about shares so far: kind, address and language. */
export const shareMails = ({ ports }: World) =>
  ports.mailer.sent.flatMap(({ recipient: { adresseMail, locale }, mail: { kind } }) =>
    kind === 'algo_shared' || kind === 'share_invitation' ? [`${kind} ${adresseMail} ${locale}`] : [],
  );

/** What the user may do with the algorithm. */
export const rightOf = async ({ ports }: World, userId: number) =>
  (await ports.algos.findById(1))?.permsAlgorithme.find(({ idUtilisateur }) => idUtilisateur === userId)?.droits;

/** The service while everything about shares fails behind the first commit: what a crash leaves. */
export function crashed(world: World): World {
  const { state, step: fail } = breakable('algos.listWaiting', 'mailer.send', 'dueWork.end');
  const goDown = after('algos.compareAndSet', async () => {
    state.isDown = true;
  });
  const step: Step = (name, run) => goDown(name, () => fail(name, run));
  return { ...world, service: openWorld({ replace: world.ports, policy: { limits: null }, step }).service };
}

/** The work of a minute later. */
export async function later(world: World): Promise<void> {
  world.clock.advance(60_001);
  await world.service.resumeWork();
}

/** The world as another server has it whose store commits no change of this record. */
export function withStuckRecord(world: World, stuck: number, options: Options = {}): World {
  const { algos } = world.ports;
  const compareAndSet: typeof algos.compareAndSet = (id, version, changes) =>
    id === stuck ? Promise.reject(new UnavailableError()) : algos.compareAndSet(id, version, changes);
  const get = (target: typeof algos, name: keyof typeof algos) =>
    name === 'compareAndSet' ? compareAndSet : Object(target[name]).bind(target);
  const replace = { ...world.ports, algos: new Proxy(algos, { get }) };
  const other = openWorld({ ...options, replace, policy: { limits: null, ...options.policy } });
  return { ...world, service: other.service, problems: other.problems };
}

/** The owner makes algorithms up to this id, and shares each with the address. */
export async function shareMany(
  { world, owner }: { readonly world: World; readonly owner: AuthenticatedCaller },
  last: number,
  name: string,
): Promise<void> {
  for (let id = 1; id <= last; id += 1) {
    if (id > 1) await world.service.createAlgo({ ownerId: 1, nom: 'Euclid', sourceCode: {} }, owner);
    await world.service.shareAlgo({ id, share: { email: emailOf(name), droits: 'Read' } }, owner);
  }
}

/** Of which algorithms, up to this id, the user has a right. */
export async function grantedTo(world: World, userId: number, last: number): Promise<number[]> {
  const ids = Array.from({ length: last }, (_, index) => index + 1);
  const shares = await Promise.all(ids.map((id) => sharesOf(world, id)));
  return ids.filter((_, index) => shares[index]?.users?.includes(userId));
}
