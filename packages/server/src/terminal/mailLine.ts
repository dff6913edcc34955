import { styleText } from 'node:util';
import type { FolderMail } from '@algotheque/adapters-mail';
import type { Env } from '../settings/setting.ts';
import { hasColours, type Screen } from './text.ts';

interface Terminal {
  readonly output: Screen;
  readonly env: Env;
}

/**
 * What is printed for a mail in the outbox, without the last newline: two short lines on a terminal, so that the link is not lost among
 * the long lines of the log, and one line of JSON elsewhere. It is not a log record.
 * @param now milliseconds since the Unix epoch
 */
export function mailLine({ kind, to, link, file }: FolderMail, { output, env }: Terminal, now: number): string {
  if (output.isTTY !== true)
    return JSON.stringify({
      time: new Date(now).toISOString(),
      mail: { kind, to, link, file },
      msg: 'mail in the outbox',
    });
  const title = `mail to ${to}: ${kind}`;
  if (!hasColours(output, env)) return `${title}\n  ${link}`;
  const shown = styleText(['bold', 'cyan'], title, { validateStream: false });
  return `${shown}\n  ${styleText('underline', link, { validateStream: false })}`;
}
