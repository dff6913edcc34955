import { changedEntry, type MailEntry, type MailQueue } from '@algotheque/domain';

const PAGE = 100;

/** Lets the mails be sent again that a process was sending when it ended. */
export async function freeTaken(mails: MailQueue, now: number): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const found: readonly MailEntry[] = await mails.list({ after, limit: PAGE }, () => {});
    for (const mail of found)
      if (mail.entry.isTaken) await mails.replace(changedEntry(mail, { dueAt: now, entry: { isTaken: false } }));
    after = found.length < PAGE ? undefined : found.at(-1)?.name;
  }
}
