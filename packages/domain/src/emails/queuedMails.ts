import * as v from 'valibot';
import { type AuditAction, audit } from '../audit.ts';
import type { Caller } from '../caller.ts';
import type { AccountsContext } from '../context.ts';
import { fields, value } from '../input.ts';
import { accountsOperation } from '../operation.ts';
import { DomainError, Responses } from '../responses.ts';
import type { DamagedError } from '../storeErrors.ts';
import { changedEntry, type MailEntry, type MailQueue, mailState } from './mailQueue.ts';

const AT_ONCE = 100;
const ALIKE = 16;

const QueuedMailOutput = v.object({
  name: v.string(),
  place: v.picklist(['waiting', 'sending', 'failed']),
  to: v.string(),
  kind: v.string(),
  /** Since when it waits; dates are milliseconds since the Unix epoch. */
  date: v.number(),
  tries: v.number(),
  /** Null for a mail that was given up. It may be in the past. */
  nextTry: v.nullable(v.number()),
  /** The last answer of the mail server, one or more lines; null before the first try. */
  answer: v.nullable(v.string()),
});
export type QueuedMail = Readonly<v.InferOutput<typeof QueuedMailOutput>>;

/** What became of a change: `absent`, there is no such mail; `sending`, it is being sent, and was not changed. */
const outcome = v.picklist(['done', 'absent', 'sending']);
export type MailChange = v.InferOutput<typeof outcome>;

const ofMail = {
  input: value(v.string(), () => new DomainError(Responses.General.Invalid_data)),
  output: outcome,
};

/** Lists a page of the mails that wait, are being sent, or were given up, by name. */
export const listMails = accountsOperation({
  summary: 'List the mails that wait, are being sent, or were given up',
  input: fields(v.object({ after: v.optional(v.string(), '') })),
  output: v.object({ mails: v.array(QueuedMailOutput), next: v.nullable(v.string()), damaged: v.array(v.string()) }),
  async run({ after }, _caller, { mails, clock }) {
    const damaged: DamagedError[] = [];
    const found = await mails.list({ after, limit: AT_ONCE }, (damage) => void damaged.push(damage));
    return {
      mails: found.flatMap((entry) => shown(entry, clock.now())),
      next: found.length < AT_ONCE ? null : (found.at(-1)?.name ?? null),
      damaged: damaged.map(({ id }) => id),
    };
  },
});

function shown(found: MailEntry, now: number): QueuedMail[] {
  const { name, date, dueAt, entry } = found;
  if (entry.mail === null) return []; // a decoy
  const { recipient, mail, tries, answer } = entry;
  const to = recipient.adresseMail;
  return [{ name, place: mailState(found, now), to, kind: mail.kind, date, tries, nextTry: dueAt, answer }];
}

/** Lets a mail be sent again: one that waits becomes due, one that was given up has as much time as a new mail. */
export const retryMail = accountsOperation({
  ...ofMail,
  summary: 'Let a mail be sent again',
  run: (of, caller, context) =>
    change(context, { of, caller, action: 'mail.retried' }, (found) => {
      const now = context.clock.now();
      const isGivenUp = found.dueAt === null;
      const again = { date: now, rank: 1, entry: { tries: 0, isTaken: false } } as const;
      return context.mails.replace(changedEntry(found, { ...(isGivenUp && again), dueAt: now }));
    }),
});

/** Removes a mail that waits or was given up. */
export const dropMail = accountsOperation({
  ...ofMail,
  summary: 'Remove a mail',
  run: (of, caller, context) =>
    change(context, { of, caller, action: 'mail.dropped' }, (found) => context.mails.remove(found)),
});

async function change(
  context: AccountsContext,
  { of, caller, action }: { readonly of: string; readonly caller: Caller; readonly action: AuditAction },
  work: (found: MailEntry) => Promise<boolean>,
): Promise<MailChange> {
  const { mails, clock } = context;
  for (;;) {
    const found = await findMail(mails, of);
    if (found === null) return 'absent';
    if (mailState(found, clock.now()) === 'sending') return 'sending';
    if (!(await work(found))) continue;
    const { id } = found.entry.recipient;
    audit(context, action, caller, { targetId: id === 0 ? null : id });
    return 'done';
  }
}

/** Few names begin with all but the last character of another: it has 16 values. */
async function findMail(mails: MailQueue, of: string): Promise<MailEntry | null> {
  const found = await mails.list({ after: of.slice(0, -1), limit: ALIKE }, () => {});
  return found.find(({ name, entry }) => name === of && entry.mail !== null) ?? null;
}
