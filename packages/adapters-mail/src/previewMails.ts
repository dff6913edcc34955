import { randomBytes } from 'node:crypto';
import { LOCALES, type Locale, type Mail, systemClock } from '@algotheque/domain';
import { composeMail } from './composeMail.ts';
import { hasToken } from './links.ts';
import { newMailName } from './mailName.ts';
import { type MailForm, mailWriter } from './mailWriter.ts';
import { en } from './templates/en.ts';

export interface PreviewedMail {
  readonly kind: Mail['kind'];
  readonly locale: Locale;
  /** The message as it would be sent. */
  readonly message: Buffer;
  readonly html: string;
}

const SHARED = { sharer: 'Grace', sharerMail: 'grace@example.org', isSharerConfirmed: true, algo: 'Euclid' };

const ADA = { adresseMail: 'ada@example.org', pseudo: 'Ada' };

/**
 * Every mail in every language, as a service of this form would send them to Ada. Their links do not work.
 * @throws TypeError when a part of the form is malformed
 */
export function previewMails(form: MailForm): readonly PreviewedMail[] {
  const write = mailWriter(form);
  const token = randomBytes(25).toString('base64url');
  const date = systemClock.now();
  const kinds = Object.keys(en.mails) as Mail['kind'][]; // its keys are all of them, by its type
  return LOCALES.flatMap((locale) =>
    kinds.map((kind) => {
      const mail = hasToken(kind) ? { kind, token } : { kind, token, ...SHARED, algoId: 1 };
      const written = write({ ...ADA, locale }, mail);
      const { message } = composeMail(written, { name: newMailName(date), date });
      return { kind, locale, message, html: written.html };
    }),
  );
}
