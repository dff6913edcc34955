import * as v from 'valibot';
import { cursorOf, MAX_CURSOR, namedPositionOf } from '../algos/searchCursor.ts';
import { fields, id, pageLimit } from '../input.ts';
import { nameKey } from '../nameWords.ts';
import { accountsOperation } from '../operation.ts';
import { invalidData } from '../responses.ts';
import type { DamagedError, OnDamaged } from '../storeErrors.ts';
import { atLeast, atMost, isText, MAX_EMAIL } from '../textInput.ts';
import type { User } from '../user.ts';
import { unknownPosition } from '../violation.ts';
import { AccountOutput, accountOf } from './account.ts';
import type { UserPosition, UserRepository, UserStartQuery } from './userRepository.ts';

const DEFAULT_LIMIT = 100;

/**
 * Which accounts to list: all by id, or with `start` those whose address or name begins so, without regard to case and accents. `after`:
 * the `next` of the page before, with the same `start`. `limit`: 1 to 1,000; default 100.
 */
export const accountPage = {
  start: v.optional(v.pipe(isText, ...atMost(MAX_EMAIL))),
  after: v.optional(v.union([id, v.pipe(isText, ...atLeast(1), ...atMost(MAX_CURSOR))])),
  limit: v.optional(pageLimit, DEFAULT_LIMIT),
};

const AccountPageOutput = v.object({
  accounts: v.array(AccountOutput),
  /** The `after` of the next page; null when this is the last one. With `start` a page may be short, or empty, although more follow. */
  next: v.nullable(v.union([v.number(), v.string()])),
  /** The ids of damaged records, which are left out. */
  damaged: v.array(v.string()),
});

interface Page {
  readonly users: readonly User[];
  readonly next: number | string | null;
}

/** Lists a page of accounts. */
export const listAccounts = accountsOperation({
  summary: 'List the accounts by ascending id, or those whose address or name begins with a text',
  input: fields(v.object(accountPage)),
  output: AccountPageOutput,
  async run({ start, after, limit }, _caller, { users }) {
    const damaged: DamagedError[] = [];
    const onDamaged: OnDamaged = (damage) => void damaged.push(damage);
    const page =
      start === undefined
        ? await pageById(users, { after, limit }, onDamaged)
        : await pageByStart(users, { start: nameKey(start), after, limit }, onDamaged);
    const left = new Set(damaged.map((damage) => damage.id)); // one may be found by its address and by its name
    return { accounts: page.users.map(accountOf), next: page.next, damaged: [...left] };
  },
});

interface Asked {
  readonly after: number | string | undefined;
  readonly limit: number;
}

async function pageById(users: UserRepository, { after = 0, limit }: Asked, onDamaged: OnDamaged): Promise<Page> {
  if (typeof after !== 'number') throw invalidData(unknownPosition());
  const found = await users.list({ after, limit }, onDamaged);
  return { users: found, next: found.length < limit ? null : (found.at(-1)?.id ?? null) };
}

type Field = UserStartQuery['by'];
type WalkPosition = { readonly by: Field; readonly after: UserPosition };

/** A page looks at as many records as its limit so many times: most users whose name begins so may be on the pages of addresses. */
const MOST_WALKS = 10;

/** First those whose address begins so, in the order of addresses; then those of whom the name alone does, in the order of names. */
async function pageByStart(
  users: UserRepository,
  { start, after, limit }: Asked & { readonly start: string },
  onDamaged: OnDamaged,
): Promise<Page> {
  const found: User[] = [];
  let position: WalkPosition | null = after === undefined ? beginning('adresseMail', start) : positionOf(after, start);
  for (let walks = 0; position !== null && found.length < limit && walks < MOST_WALKS; walks += 1) {
    const { by }: WalkPosition = position;
    const walked = await users.walk({ ...position, start, limit: limit - found.length }, onDamaged);
    const isNew = ({ adresseMail }: User): boolean => by === 'adresseMail' || !nameKey(adresseMail).startsWith(start);
    found.push(...walked.users.filter(isNew));
    if (walked.last !== null) position = { by, after: walked.last };
    else position = by === 'adresseMail' ? beginning('pseudo', start) : null;
  }
  return { users: found, next: position && cursorOf(position.by, position.after) };
}

/** Before the first that begins so: ids are positive. */
const beginning = (by: Field, start: string): WalkPosition => ({ by, after: { key: start, id: 0 } });

/** @throws DomainError General.Invalid_data for what is no `next` of a page with this start */
function positionOf(cursor: number | string, start: string): WalkPosition {
  for (const by of ['adresseMail', 'pseudo'] as const) {
    const after = namedPositionOf(by, String(cursor));
    if (after?.key.startsWith(start) === true) return { by, after };
  }
  throw invalidData(unknownPosition());
}
