import type { Administration, MailChange, QueuedMail } from '@algotheque/domain';
import { type AccountContext, withAccounts } from '../accounts/withAccounts.ts';
import { StartError } from '../startError.ts';
import { durationText, oneLine, tableOf } from '../terminal/text.ts';
import { mailServerOf } from './mailServer.ts';

/** Works on the mails of the store, also beside the servers that use it. @throws StartError without a mail server or store */
async function onMails<Result>(
  context: AccountContext,
  work: (accounts: Administration) => Promise<Result>,
): Promise<Result> {
  await mailServerOf(context.env);
  return withAccounts(context, work);
}

async function all(accounts: Administration): Promise<{ readonly mails: QueuedMail[]; readonly damaged: string[] }> {
  const [mails, damaged]: [QueuedMail[], string[]] = [[], []];
  for (let after: string | null = ''; after !== null; ) {
    const page: Awaited<ReturnType<Administration['listMails']>> = await accounts.listMails({ after });
    mails.push(...page.mails);
    damaged.push(...page.damaged);
    after = page.next;
  }
  return { mails, damaged };
}

export const list = (context: AccountContext) =>
  onMails(context, async (accounts) => {
    const { mails, damaged } = await all(accounts);
    const lines = damaged.map((name) => `Mail ${name} is damaged and left out.`);
    return { text: [mailsTable(mails, Date.now()), ...lines].join('\n'), data: { mails, damaged } };
  });

export const retry = (name: string, context: AccountContext) =>
  onMails(context, async (accounts) => {
    refuse(await accounts.retryMail(name));
    return { text: 'The mail waits, and is due', data: { name } };
  });

export const drop = (name: string, context: AccountContext) =>
  onMails(context, async (accounts) => {
    refuse(await accounts.dropMail(name));
    return { text: 'The mail was removed', data: { dropped: 1 } };
  });

export const dropAllFailed = (context: AccountContext) =>
  onMails(context, async (accounts) => {
    const failed = (await all(accounts)).mails.filter(({ place }) => place === 'failed');
    let dropped = 0;
    for (const { name } of failed) if ((await accounts.dropMail(name)) === 'done') dropped += 1;
    return { text: `Mails that were removed: ${dropped}`, data: { dropped } };
  });

function refuse(change: MailChange): void {
  if (change === 'absent') throw new StartError('There is no mail of this name');
  if (change === 'sending') throw new StartError('The mail is being sent: look at the list again in a minute');
}

const TITLES = ['name', 'state', 'to', 'kind', 'age', 'tries', 'next try', 'last answer'];

/** Answers and addresses come from elsewhere: what could change a terminal is shown as its code. */
export function mailsTable(mails: readonly QueuedMail[], now: number): string {
  if (mails.length === 0) return 'No mail waits, and none was given up';
  const rows = mails.map((mail) => [
    mail.name,
    mail.place,
    mail.to,
    mail.kind,
    durationText(now - mail.date),
    String(mail.tries),
    nextTryText(mail, now),
    mail.answer?.replaceAll('\n', ' ') ?? '',
  ]);
  return tableOf(
    TITLES,
    rows.map((row) => row.map(oneLine)),
  );
}

function nextTryText({ place, nextTry }: QueuedMail, now: number): string {
  if (nextTry === null) return 'none';
  return place === 'sending' || nextTry <= now ? 'now' : `in ${durationText(nextTry - now)}`;
}
