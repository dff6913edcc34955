import { type Call, PASSWORD, type Person } from '@algotheque/testing/httpClient';
import { ABSENT, algoFact, type FactValues, sourceOf } from './facts.ts';

const NEXT_PASSWORD = 'a second horse battery';
const RESET_PASSWORD = 'a third horse battery';
/** All that users have in these requests. */
export const PASSWORDS: readonly string[] = [PASSWORD, NEXT_PASSWORD, RESET_PASSWORD];

type Sender = Pick<Person, 'id' | 'token'>;
export type User = Pick<Person, 'id' | 'email' | 'token'>;
export type Grants = readonly { readonly idUtilisateur: number; readonly droits: 'Read' | 'ReadWrite' }[];

/** A request, and what it makes true. */
export interface Request {
  readonly target: string;
  readonly sent: Pick<Call, 'token' | 'json'>;
  /** @param data of the answer; null when it is not known */
  readonly facts?: (data: unknown) => FactValues;
  /** What may also be there while it is not done, as far as it differs from before and after. */
  readonly between?: FactValues;
}

/** A request that changes nothing. */
export const asked = (target: string, { token }: Pick<Sender, 'token'>): Request => ({ target, sent: { token } });

const ended = (tokens: readonly string[]): FactValues =>
  Object.fromEntries(tokens.map((token) => [`session ${token}`, 'ended']));

export const registration = (email: string): Request => ({
  target: 'POST /api/users/register',
  sent: { json: { email, password: PASSWORD, pseudo: 'Person' } },
  facts: () => ({ [`user ${email}`]: 'present', [`password ${email}`]: PASSWORD }),
});

/** The new session is unknown unless the answer names it. */
export const login = (email: string): Request => ({
  target: 'POST /api/users/login',
  sent: { json: { email, password: PASSWORD } },
  facts: (data) => (data === null ? {} : { [`session ${(data as { token: string }).token}`]: 'valid' }), // the route answers this
});

export const logout = (token: string): Request => ({
  ...asked('GET /api/users/logout', { token }),
  facts: () => ended([token]),
});

/** @param size the least number of characters of the source code */
export const creation = ({ id: ownerId, token }: Sender, nom: string, size: number): Request => ({
  target: 'POST /api/algos',
  sent: { token, json: { ownerId, nom, sourceCode: sourceOf(nom, size) } },
  facts: (data) => (data === null ? {} : { [`algo ${(data as { id: number }).id}`]: algoFact(nom) }),
});

export const update = (
  { token }: Sender,
  id: number,
  given: { readonly nom: string; readonly permsAlgorithme?: Grants },
): Request => ({
  target: `PUT /api/algos/${id}`,
  sent: { token, json: { permsAlgorithme: [], ...given, sourceCode: sourceOf(given.nom, 900) } },
  facts: () => ({ [`algo ${id}`]: algoFact(given.nom, given.permsAlgorithme) }),
});

/** @param nom of the algorithm, which another user has shared with this one alone */
export const leaving = (guest: Sender, id: number, nom: string): Request => ({
  ...asked(`DELETE /api/algos/${id}/droits`, guest),
  facts: () => ({ [`algo ${id}`]: algoFact(nom) }),
});

export const removal = (owner: Sender, id: number): Request => ({
  ...asked(`DELETE /api/algos/${id}`, owner),
  facts: () => ({ [`algo ${id}`]: ABSENT }),
});

/** Ends the other sessions; a crash may end the own one too. */
export const newPassword = ({ id, email, token }: User, others: readonly string[] = []): Request => ({
  target: `PUT /api/users/${id}`,
  sent: { token, json: { currentPassword: PASSWORD, newPassword: NEXT_PASSWORD } },
  facts: () => ({ [`password ${email}`]: NEXT_PASSWORD, [`session ${token}`]: 'valid', ...ended(others) }),
  between: ended([token]),
});

export const recovery = (email: string): Request => ({
  target: 'POST /api/users/recover',
  sent: { json: { email } },
  facts: () => ({ [`mail ${email}`]: 'recover' }),
});

/** @param sessions of the user, which end */
export const reset = (email: string, link: string | null | undefined, sessions: readonly string[]): Request => ({
  target: `POST /api/users/recover/${link}`,
  sent: { json: { password: RESET_PASSWORD } },
  facts: () => ({ [`password ${email}`]: RESET_PASSWORD, ...ended(sessions) }),
});

export const removalOfUser = (
  person: User,
  { sessions, algos }: { readonly sessions: readonly string[]; readonly algos: readonly number[] },
): Request => ({
  ...asked(`DELETE /api/users/${person.id}`, person),
  facts: () => ({
    [`user ${person.email}`]: ABSENT,
    [`password ${person.email}`]: 'none',
    ...ended(sessions),
    ...Object.fromEntries(algos.map((id) => [`algo ${id}`, ABSENT])),
  }),
});
