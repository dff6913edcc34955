import type { FolderMail } from '@algotheque/adapters-mail';
import type { Env } from '../settings/setting.ts';
import { type Screen, styled } from './text.ts';

/**
 * What is printed for a mail in the outbox, without the last newline: two short lines on a terminal, so that the link is not lost among
 * the long lines of the log, and one line of JSON elsewhere. It is not a log record.
 * @param now milliseconds since the Unix epoch
 */
export function mailLine(mail: FolderMail, { output, env }: { output: Screen; env: Env }, now: number): string {
  const { kind, to, link, file } = mail;
  if (output.isTTY === true)
    return `${styled(['bold', 'cyan'], `mail to ${to}: ${kind}`, output, env)}\n  ${styled('underline', link, output, env)}`;
  const time = new Date(now).toISOString();
  return JSON.stringify({ time, mail: { kind, to, link, file }, msg: 'mail in the outbox' });
}
