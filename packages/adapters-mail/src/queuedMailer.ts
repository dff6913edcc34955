import { type Clock, keptMail, type MailEntry, type Mailer, type MailQueue, type MailTokens } from '@algotheque/domain';
import { checkedRecipient, isToSender, parseSender } from './address.ts';
import { newMailName } from './mailName.ts';

export interface QueuedMailerOptions {
  /** Of the store, so that no mail is lost with a machine. */
  readonly mails: MailQueue;
  /** A mail waits without its token, which is made again when it is sent. */
  readonly mailTokens: MailTokens;
  /** That of the store, if several servers share it. */
  readonly clock: Pick<Clock, 'now'>;
  /** The sender, as of the worker. */
  readonly from: string;
  /**
   * Called after each mail and each decoy: wake a worker from here. A worker that is woken only by mails would show
   * by its work which addresses are known.
   */
  readonly onQueued?: () => void;
}

const NOBODY = { id: 0, adresseMail: 'nobody@example.invalid', pseudo: 'nobody', locale: 'en' } as const;

/**
 * Takes mails into the queue of a store, for a worker. A decoy is an entry too, which the worker removes. `send` throws TypeError for a
 * recipient that no mail can have (control characters); then nothing was stored. An invitation to the address of `from` is not sent; a
 * decoy takes its place.
 * @throws TypeError when `from` is malformed
 */
export function queuedMailer({ mails, mailTokens, clock, from, onQueued = () => {} }: QueuedMailerOptions): Mailer {
  const sender = parseSender(from);
  const add = async (part: Pick<MailEntry['entry'], 'recipient' | 'mail'>): Promise<void> => {
    const now = clock.now();
    const entry = { ...part, tries: 0, isSlow: false, isTaken: false, answer: null };
    await mails.add({
      name: newMailName(now),
      version: 1,
      date: now,
      dueAt: now,
      rank: part.mail === null ? 0 : 1,
      entry,
    });
    onQueued();
  };
  const sendDecoy: Mailer['sendDecoy'] = async () => {
    await mailTokens.make({ userId: 1, purpose: 'recover', version: 1, dateExpiration: clock.now() }); // the work of `keptMail`
    await add({ recipient: NOBODY, mail: null });
  };
  return {
    sendDecoy,
    async send(to, mail) {
      checkedRecipient(to);
      const { id, adresseMail, pseudo, locale } = to;
      if (isToSender(sender, adresseMail, mail)) return sendDecoy('change_email');
      await add({ recipient: { id, adresseMail, pseudo, locale }, mail: await keptMail(mailTokens, mail) });
    },
    health: () => mails.health(),
  };
}
