import { beginAnew } from './beginAnew.ts';
import { help } from './help.ts';
import { migrate } from './migrate/command.ts';
import { serve } from './serve.ts';
import { StartError, UsageError } from './startError.ts';
import { version } from './version.ts';

export { LAST_MOMENT_MS } from './stopTimes.ts';

type Env = Readonly<Record<string, string | undefined>>;

const COMMANDS: Readonly<Record<string, (args: readonly string[], env: Env) => Promise<void>>> = {
  serve,
  migrate,
  'begin-anew': beginAnew,
};

/**
 * Runs one command of `algotheque` and resolves to its exit code: 0, 1 when it was refused or failed, 2 when the
 * command line is wrong. An error that an operator can repair is one message on stderr, without a stack.
 */
export async function run(args: readonly string[], env: Env): Promise<number> {
  const [name = '--help', ...rest] = args;
  if (name === '--version') return print(`${version}\n`);
  if (name === '--help' || name === 'help' || rest.includes('--help')) return print(help());
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) return refuse(`There is no command ${name}; \`algotheque --help\` lists them.`, 2);
  try {
    await command(rest, env);
    return 0;
  } catch (error) {
    if (error instanceof StartError) return refuse(error.message, error instanceof UsageError ? 2 : 1);
    throw error;
  }
}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}

function refuse(message: string, code: number): number {
  process.stderr.write(`algotheque: ${message}\n`);
  return code;
}
