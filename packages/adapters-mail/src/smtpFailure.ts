import { isError } from '@algotheque/domain';
import type { SmtpServer } from './smtpUrl.ts';

/**
 * Why a mail was not accepted. `refused`: for good. `deferred`: the server said not now. `dropped`: the connection ended
 * under it. `silent`: the server did not answer in time. `unreachable`: there was no session to send it in, which says
 * nothing about the mail.
 */
export interface SmtpFailure {
  readonly kind: 'refused' | 'deferred' | 'dropped' | 'silent' | 'unreachable';
  /** For logs: codes only, because a reply may name the recipient. */
  readonly code: string;
  /** For the operator: with the server's text, without credentials. */
  readonly text: string;
}

/** nodemailer's details of a failure; any of them may be missing. */
interface Details {
  readonly code?: unknown;
  readonly originalCode?: unknown;
  readonly command?: unknown;
  readonly responseCode?: unknown;
}

/** The server did not answer in time, so the connection was ended. */
export class SilenceError extends Error {
  override readonly name = 'SilenceError';
  readonly code = 'ETIMEDOUT';

  constructor(ms: number) {
    super(`The mail server did not answer within ${ms / 1_000} s`);
  }
}

// Codes about the session, not about the mail: 503 wrong order of commands, 530 authentication required.
const NOT_ABOUT_THE_MAIL = [503, 530];

/** A reply may have any length. */
const MAX_TEXT = 2_000;

/** @param phase `open` until there is a session, then `send` */
export function smtpFailure(error: unknown, phase: 'open' | 'send', server: SmtpServer): SmtpFailure {
  // Every field is checked before it is used.
  const details: Details = isError(error) ? (error as Details) : {};
  const kind = phase === 'open' ? 'unreachable' : error instanceof SilenceError ? 'silent' : kindOf(details);
  const text = isError(error) ? error.message : String(error);
  return { kind, code: codeOf(details), text: shownAnswer(text, server) };
}

/** What a mail server answered, for the operator: without credentials and control characters, bounded. */
export function shownAnswer(text: string, server: SmtpServer): string {
  return withoutCredentials(text, server)
    .replace(/[^\P{Cc}\n]/gu, '?')
    .slice(0, MAX_TEXT);
}

function kindOf({ code, responseCode }: Details): SmtpFailure['kind'] {
  // Without a reply, EENVELOPE means that nodemailer refused an address.
  if (typeof responseCode !== 'number') return code === 'EENVELOPE' ? 'refused' : 'dropped';
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
