import type { MailEntry, MailQueue } from '@algotheque/domain';

const AT_ONCE = 100;

/** The mails of a queue by their names, without damaged ones. A mail may be removed or replaced meanwhile. */
export async function* everyMail(mails: MailQueue): AsyncGenerator<MailEntry> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const found: readonly MailEntry[] = await mails.list({ after, limit: AT_ONCE }, () => {});
    yield* found;
    after = found.length < AT_ONCE ? undefined : found.at(-1)?.name;
  }
}
