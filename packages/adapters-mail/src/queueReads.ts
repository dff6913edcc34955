import { changedEntry, type MailEntry, type MailQueue, type OnDamaged } from '@algotheque/domain';
import { RETRY } from './nextTry.ts';

/** The most mails of one read. */
const AT_ONCE = 100;

/**
 * The mails that are due. Decoys come first, and are removed. A next try further away than any delay was written under a wrong clock: it
 * counts as past.
 * @param taken how many of them the caller may have already
 */
export async function dueMails(
  mails: MailQueue,
  { now, taken }: { readonly now: number; readonly taken: number },
  onDamaged: OnDamaged,
): Promise<readonly MailEntry[]> {
  const query = { by: now, ahead: now + RETRY.longestMs, limit: AT_ONCE + taken };
  for (;;) {
    const due = await mails.listDue(query, onDamaged);
    const decoys = due.filter(({ entry }) => entry.mail === null);
    for (const decoy of decoys) await mails.remove(decoy);
    if (decoys.length === 0 || due.length < query.limit) return due.filter(({ entry }) => entry.mail !== null);
  }
}

/** The mails of a queue by their names, without damaged ones. A mail may be removed or replaced meanwhile. */
export async function* everyMail(mails: MailQueue): AsyncGenerator<MailEntry> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const found: readonly MailEntry[] = await mails.list({ after, limit: AT_ONCE }, () => {});
    yield* found;
    after = found.length < AT_ONCE ? undefined : found.at(-1)?.name;
  }
}

/** Lets the mails be sent again that a process was sending when it ended. @param now milliseconds since the Unix epoch */
export async function freeTaken(mails: MailQueue, now: number): Promise<void> {
  for await (const mail of everyMail(mails))
    if (mail.entry.isTaken) await mails.replace(changedEntry(mail, { dueAt: now, entry: { isTaken: false } }));
}
