import type { Mail, Mailer, MailRecipient, RequestedMail } from '@algotheque/domain';

export interface SentMail {
  readonly recipient: MailRecipient;
  readonly mail: Mail;
}

/** A mailer that keeps what it is given. */
export interface MemoryMailer extends Mailer {
  /** In the order of sending; decoys are not among them. */
  readonly sent: readonly SentMail[];
  /** The kinds of the decoys, in the order of sending. */
  readonly decoys: readonly RequestedMail[];
}

export function memoryMailer(): MemoryMailer {
  const sent: SentMail[] = [];
  const decoys: RequestedMail[] = [];
  return {
    sent,
    decoys,
    async send(recipient, mail) {
      sent.push({ recipient: { ...recipient }, mail: { ...mail } });
    },
    async sendDecoy(kind) {
      decoys.push(kind);
    },
    async health() {},
  };
}
