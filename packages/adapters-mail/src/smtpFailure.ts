import { isError } from '@algotheque/domain';
import type { SmtpServer } from './smtpUrl.ts';

/**
 * Why a mail was not accepted. `refused`: for good. `deferred`: the server refused it for now. `dropped`: the connection ended
 * under it. `silent`: the server did not answer in time. `unreachable`: there was no session to send it in, which says
 * nothing about the mail.
 */
export interface SmtpFailure {
  readonly kind: 'refused' | 'deferred' | 'dropped' | 'silent' | 'unreachable';
  /** For logs: codes only, because a reply may name the recipient. */
  readonly code: string;
  /** For the operator: with the server's text, without credentials. */
  readonly text: string;
  /** What happened, in words, where there was no session. */
  readonly what: string;
}

/** nodemailer's details of a failure; any of them may be missing. */
type Details = Readonly<Partial<Record<'code' | 'originalCode' | 'command' | 'responseCode' | 'response', unknown>>>;

// Codes about the session, not about the mail: 503 wrong order of commands, 530 authentication required.
const NOT_ABOUT_THE_MAIL = [503, 530];

/** A reply may have any length. */
const MAX_TEXT = 2_000;

/** Whether there was a session for the mail, and whether the try took too long. */
interface Phase {
  readonly isBegun: boolean;
  readonly isLate: boolean;
}

/** Whether the server has answered about the mail itself and can take the next one. */
export const isReply = ({ kind }: SmtpFailure): boolean => kind === 'refused' || kind === 'deferred';

export function smtpFailure(error: unknown, { isBegun, isLate }: Phase, server: SmtpServer): SmtpFailure {
  // Every field is checked before it is used.
  const details: Details = isError(error) ? (error as Details) : {};
  const isSilent = isLate || details.code === 'ETIMEDOUT';
  const isImpossible = error instanceof TypeError; // no mail can be made of the entry
  const kind = isImpossible ? 'refused' : !isBegun ? 'unreachable' : isSilent ? 'silent' : kindOf(details);
  const message = isError(error) ? error.message : String(error);
  const text = shownAnswer(isLate ? 'The mail server did not take the mail in time' : message, server);
  return { kind, code: isLate ? 'ETIMEDOUT' : codeOf(details), text, what: whatOf(details, message) };
}

function whatOf({ code, responseCode }: Details, message: string): string {
  if (/certificate|altnames/i.test(message))
    return 'The certificate of the mail server is not valid here (ALGOTHEQUE_MAIL_CA_FILE names one)';
  if (code === 'ETLS') return 'The mail server did not start TLS';
  if (code === 'EAUTH') return 'The mail server refused the login';
  if (typeof responseCode !== 'number') return 'The mail server cannot be reached';
  const isAboutLogin = responseCode === 250 || responseCode >= 530;
  return isAboutLogin ? 'The mail server refused the session' : 'The mail server refused the session for now';
}

/** What a mail server answered, for the operator: without credentials and control characters, bounded. */
export function shownAnswer(text: string, server: SmtpServer): string {
  return withoutCredentials(text, server)
    .replace(/[^\P{Cc}\n]/gu, '?')
    .slice(0, MAX_TEXT);
}

function kindOf({ code, responseCode, response }: Details): SmtpFailure['kind'] {
  // Without a reply, EENVELOPE means that nodemailer refused an address. A reply without a code says nothing about the mail.
  if (typeof responseCode !== 'number') return code === 'EENVELOPE' && response === undefined ? 'refused' : 'dropped';
  return responseCode >= 500 && !NOT_ABOUT_THE_MAIL.includes(responseCode) ? 'refused' : 'deferred';
}

function codeOf({ code, originalCode, command, responseCode }: Details): string {
  const parts = [code, originalCode, command, responseCode].filter(
    (part) => typeof part === 'string' || typeof part === 'number',
  );
  return parts.length === 0 ? 'unknown' : parts.join(' ');
}

function withoutCredentials(text: string, { auth }: SmtpServer): string {
  if (auth === null) return text;
  const { user, pass } = auth;
  const encoded = [`\0${user}\0${pass}`, pass, user].map((secret) => Buffer.from(secret).toString('base64'));
  return [...encoded, pass, user].reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
}
