import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { StartError, UsageError } from '../startError.ts';
import { fileProblem, readText } from '../stores/textFile.ts';
import type { Streams } from '../terminal/progress.ts';

type PasswordTerminal = Pick<Streams, 'stdin' | 'stderr'>;

/** From a file (`-`: standard input), without the newline at its end, or typed twice, unseen. @throws StartError */
export async function readPassword(file: string | undefined, terminal: PasswordTerminal): Promise<string> {
  if (file === undefined) return typed(terminal);
  const content = file === '-' ? await text(terminal.stdin) : contentOf(file);
  const password = content.replace(/\r?\n$/, '');
  if (password === '') throw new StartError('The file of the password is empty');
  return password;
}

function contentOf(file: string): string {
  try {
    return readText(file);
  } catch (error) {
    throw new StartError(`The file of the password cannot be read: ${fileProblem(error)}`, { cause: error });
  }
}

async function typed(terminal: PasswordTerminal): Promise<string> {
  if (terminal.stdin.isTTY !== true) {
    throw new UsageError('A password needs a terminal, or --password-file FILE (- for standard input).');
  }
  const [password, again] = await ask(terminal, ['New password: ', 'The same again: ']);
  if (password !== again) throw new StartError('The two passwords differ');
  if (password === undefined || password === '') throw new StartError('No password was given');
  return password;
}

/** The answers. The terminal echoes nothing: readline reads it in raw mode, and what readline would show is dropped. */
async function ask({ stdin, stderr }: PasswordTerminal, questions: readonly string[]): Promise<readonly string[]> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: nowhere, terminal: true, historySize: 0 });
  const typedLines = lines[Symbol.asyncIterator](); // it keeps lines that come before they are asked for
  try {
    const answers: string[] = [];
    for (const question of questions) {
      stderr.write(question);
      const line = await typedLines.next();
      stderr.write('\n');
      if (line.done === true) throw new StartError('No password was given'); // Ctrl-C, Ctrl-D
      answers.push(line.value);
    }
    return answers;
  } finally {
    lines.close();
  }
}
