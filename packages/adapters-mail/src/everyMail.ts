import { changedEntry, type MailEntry, type MailQueue } from '@algotheque/domain';

const AT_ONCE = 100;

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
