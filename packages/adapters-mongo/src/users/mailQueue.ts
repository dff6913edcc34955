import { impossibleInMail, type MailEntry, type MailQueue } from '@algotheque/domain';
import type { Condition } from 'mongodb';
import { healthOf, type PortCommands } from '../connection/commands.ts';
import { collection, type MailDocument } from '../documents/collections.ts';
import { fieldsOf, orNull } from '../documents/fields.ts';
import { firstRows } from '../documents/firstRows.ts';
import { insertUnlessThere } from '../documents/inserts.ts';

export const mailDocument = ({ name, ...fields }: MailEntry): MailDocument => ({ _id: name, ...fields });

export function storedMail(document: MailDocument): MailEntry {
  const { _id: name, ...fields } = document;
  return fieldsOf('mails', document).possible({ name, ...fields }, impossibleInMail);
}

const RANKS = [0, 1, 2] as const;

export function mongoMailQueue(commands: PortCommands): MailQueue {
  return {
    add: (entry) =>
      commands.repeat('mails.add', async (db) => {
        await insertUnlessThere(db, 'mails', mailDocument(entry));
      }),
    listDue: ({ by, ahead, limit }, onDamaged) =>
      commands.repeat('mails.listDue', async (db) => {
        // The ranks are named, so that those that wait for later are not read.
        const select = (dueAt: Condition<number | null>, most: number) => {
          const found = collection(db, 'mails').find(
            { rank: { $in: [...RANKS] }, dueAt },
            { sort: { rank: 1, dueAt: 1, _id: 1 }, batchSize: most },
          );
          return firstRows(found, storedMail, { onDamaged, limit: most });
        };
        const due = await select({ $lte: by }, limit);
        return [...due, ...(await select({ $gt: ahead }, limit - due.length))];
      }),
    list: ({ after, limit }, onDamaged) =>
      commands.repeat('mails.list', (db) => {
        const found = collection(db, 'mails').find({ _id: { $gt: after } }, { sort: { _id: 1 }, batchSize: limit });
        return firstRows(found, storedMail, { onDamaged, limit });
      }),
    nextDue: (after) =>
      commands.repeat('mails.nextDue', async (db) => {
        const options = { sort: { dueAt: 1 }, projection: { dueAt: 1 } } as const;
        const found = await collection(db, 'mails').findOne({ dueAt: { $gt: after } }, options);
        return orNull(found, (document) => fieldsOf('mails', document).number('dueAt'));
      }),
    replace: (entry) =>
      commands.run('mails.replace', async (db) => {
        const { _id, ...fields } = mailDocument(entry);
        const former = { _id, version: entry.version - 1 };
        return (await collection(db, 'mails').replaceOne(former, fields)).matchedCount === 1;
      }),
    remove: ({ name, version }) =>
      commands.run('mails.remove', async (db) => {
        const { deletedCount } = await collection(db, 'mails').deleteOne({ _id: name, version });
        return deletedCount === 1;
      }),
    waiting: () =>
      commands.repeat('mails.waiting', async (db) => {
        const mails = collection(db, 'mails');
        const isMail = { rank: { $in: [1, 2] as const } };
        const isWaiting = { dueAt: { $gte: 0 }, ...isMail };
        const [count, givenUp, first] = await Promise.all([
          mails.countDocuments(isWaiting),
          mails.countDocuments({ dueAt: null, ...isMail }),
          mails.findOne(isWaiting, { sort: { date: 1 }, projection: { date: 1 } }),
        ]);
        return { count, givenUp, oldest: first?.date ?? null };
      }),
    ...healthOf(commands),
  };
}
