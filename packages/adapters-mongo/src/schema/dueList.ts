import { type Due, type OnDamaged, sortedDue } from '@algotheque/domain';
import type { AnyBulkWriteOperation } from 'mongodb';
import type { Commands } from '../connection/commands.ts';
import { collection, type UserDocument } from '../documents/collections.ts';
import { type Fields, fieldsOf } from '../documents/fields.ts';
import { pagesById } from '../documents/pagesById.ts';

/** The fields of schema version 5 and older that the list `due` takes the place of. */
const FORMER_FIELDS = { confirmationDue: '', noticeDue: '', withdrawalDue: '' } as const;

const LOCALES = ['en', 'fr'] as const;

/**
 * Writes what is due for a user into one list, and fields that documents of older releases lack. Each document is written at once, so
 * a kill leaves documents that are done and documents that are not, and a repetition does these. A damaged document stays as it
 * is; `onDamaged` gets it.
 */
export async function makeDueLists(commands: Commands, onDamaged: OnDamaged): Promise<void> {
  const pages = pagesById(commands, 'users', { what: 'makeDueLists', read: updateOf, query: NOT_DONE, onDamaged });
  for await (const updates of pages) {
    await commands.repeat('users.makeDueLists', (db) =>
      collection(db, 'users').bulkWrite([...updates], { ordered: false }),
    );
  }
}

const NOT_DONE = { due: { $exists: false } } as const;

/** @throws DamagedError */
function updateOf(document: UserDocument): AnyBulkWriteOperation<UserDocument> {
  const fields = fieldsOf('users', document);
  const credentialsVersion = fields.integer('credentialsVersion');
  const change = fields.optional('emailChange', (field) => fields.embedded(field));
  const former = change?.optional('former', (field) => change.list(field)) ?? [];
  const own = (kind: Due['kind'], field: string) => ownDue(fields, field, { kind, version: credentialsVersion });
  const set = {
    isDisabled: fields.optional('isDisabled', (field) => fields.boolean(field)) ?? false,
    due: sortedDue([
      ...own('notice', 'noticeDue'),
      ...own('withdrawal', 'withdrawalDue'),
      ...(fields.boolean('isVerified') ? [] : own('confirmation', 'confirmationDue')),
      ...former.flatMap(changedDue),
    ]),
    emailChange: {
      version: change?.optional('version', (field) => change.integer(field)) ?? 0,
      pending: document.emailChange?.pending ?? null,
      former: former.map((one) => ({
        adresseMail: one.text('adresseMail'),
        isVerified: one.boolean('isVerified'),
        version: one.integer('version'),
        date: one.number('date'),
      })),
    },
    addresses: document.addresses ?? [fields.text('adresseMail')],
  };
  return { updateOne: { filter: { _id: document._id, ...NOT_DONE }, update: { $set: set, $unset: FORMER_FIELDS } } };
}

/** No mail is made of a withdrawal, so it had no language, and the one that it gets has no meaning. */
function ownDue(fields: Fields, field: string, { kind, version }: Pick<Due, 'kind' | 'version'>): Due[] {
  const due = fields.optional(field, (name) => fields.nullable(name, () => fields.embedded(name))) ?? null;
  if (due === null) return [];
  const locale = kind === 'withdrawal' ? 'en' : due.oneOf('locale', LOCALES);
  return [{ kind, version, date: due.number('date'), locale, adresseMail: null }];
}

function changedDue(former: Fields): Due[] {
  const locale = former.nullable('mailDue', (field) => former.oneOf(field, LOCALES));
  if (locale === null) return [];
  const [version, date] = [former.integer('version'), former.number('date')];
  return [{ kind: 'changed', version, date, locale, adresseMail: former.text('adresseMail') }];
}
