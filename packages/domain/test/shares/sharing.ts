import type { AuthenticatedCaller } from '../../src/caller.ts';
import type { Policy } from '../../src/policy.ts';
import type { Step } from '../support/intercept.ts';
import { emailOf, mailedToken, member, openWorld, PASSWORD, type World } from '../support/world.ts';

export const DAY = 86_400_000;

interface Options {
  readonly policy?: Partial<Policy>;
  readonly step?: Step;
  readonly bounds?: Parameters<typeof openWorld>[0] extends { bounds?: infer Given } | undefined ? Given : never;
}

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
