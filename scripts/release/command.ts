import { parseArgs } from 'node:util';
import { Refusal } from './refusal.ts';

const USAGE = 'npm run release -- [X.Y.Z|major|minor|patch]';
const VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/;

/**
 * The version that the command line of a release names.
 * @param present the version of the packages now
 * @throws Refusal for an unknown option, and for a version that is unknown or not greater
 */
export function readCommand(args: readonly string[], present: string): string {
  const { positionals } = parsed(args);
  if (positionals.length > 1) throw new Refusal(`One version at most: ${USAGE}`, 2);
  const version = nextVersion(positionals[0] ?? 'minor', present);
  if (!isGreater(version, present)) throw new Refusal(`${version} is not greater than ${present}.`, 2);
  return version;
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: {} });
  } catch (error) {
    const [reason = ''] = error instanceof Error ? error.message.split('. ') : [];
    throw new Refusal(`${reason}: ${USAGE}`, 2);
  }
}

function nextVersion(asked: string, present: string): string {
  const [major = 0, minor = 0, patch = 0] = present.split('.').map(Number);
  if (asked === 'major') return `${major + 1}.0.0`;
  if (asked === 'minor') return `${major}.${minor + 1}.0`;
  if (asked === 'patch') return `${major}.${minor}.${patch + 1}`;
  if (VERSION.test(asked)) return asked;
  throw new Refusal(`${asked} is no version: ${USAGE}`, 2);
}

function isGreater(version: string, other: string): boolean {
  const others = other.split('.').map(Number);
  const parts = version.split('.').map(Number);
  const first = parts.findIndex((part, index) => part !== others[index]);
  return first !== -1 && (parts[first] ?? 0) > (others[first] ?? 0);
}
