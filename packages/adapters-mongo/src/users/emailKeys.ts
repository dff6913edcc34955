import type { EmailCase, OnDamaged, User } from '@algotheque/domain';
import type { Commands } from '../connection/commands.ts';
import { collection, type UserDocument } from '../documents/collections.ts';
import { pagesById } from '../documents/pagesById.ts';
import { keysOf, storedUser } from './userDocuments.ts';

/** How the users of a database are compared: known once it is open. */
export interface EmailMode {
  case: EmailCase;
}

interface StoredKeys {
  readonly user: User;
  readonly keys: Pick<UserDocument, keyof ReturnType<typeof keysOf>>;
}

/** All users, those who are being deleted too: their addresses stay taken. */
export function storedKeys(commands: Commands, onDamaged: OnDamaged): AsyncGenerator<readonly StoredKeys[]> {
  const read = (document: UserDocument): StoredKeys => {
    const { addresses, mailbox, addressKey, pseudoKey } = document;
    return { user: storedUser(document), keys: { addresses, mailbox, addressKey, pseudoKey } };
  };
  return pagesById(commands, 'users', { what: 'addresses', read, onDamaged });
}

/** Makes the keys that are missing or wrong. Repeatable. */
export async function makeKeys(commands: Commands, emailCase: EmailCase, onDamaged: OnDamaged): Promise<void> {
  for await (const page of storedKeys(commands, onDamaged)) {
    const updates = page.filter(areWrong(emailCase)).map(({ user }) => ({
      updateOne: { filter: { _id: user.id }, update: { $set: keysOf(emailCase, user) } },
    }));
    if (updates.length === 0) continue;
    await commands.repeat('users.makeKeys', (db) => collection(db, 'users').bulkWrite(updates, { ordered: false }));
  }
}

export const areWrong =
  (emailCase: EmailCase) =>
  ({ user, keys }: StoredKeys): boolean =>
    JSON.stringify(keys) !== JSON.stringify(keysOf(emailCase, user));
