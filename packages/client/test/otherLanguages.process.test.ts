import { execFile, spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PASSWORD } from '@algotheque/testing/httpClient';
import type { HttpFixture } from '@algotheque/testing/httpSuite';
import { httpFixture } from '@algotheque/testing/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jars, type Language, settingsOf } from './support/openapiGenerator.ts';

const DOCUMENT = join(import.meta.dirname, '../../../docs/openapi.json');
const PROGRAMS = join(import.meta.dirname, 'programs');

const printed = (program: string, argument: string): string =>
  spawnSync(program, [argument], { encoding: 'utf8' }).stdout ?? '';

/** The generator needs Java, and what it makes of Go needs 1.23. */
const hasJava = /^javac \d/.test(printed('javac', '-version'));
const hasGo = Number(/go1\.(\d+)/.exec(printed('go', 'version'))?.[1] ?? 0) >= 23;
const languages: readonly Language[] = hasJava ? ['java', ...(hasGo ? (['go'] as const) : [])] : [];

/** For programs that end soon. */
const BRIEF = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

const LONGEST = { timeout: 120_000 };

/** Why there is nothing to test; null if there is. In CI a generator that cannot be had is a failure. */
const found = languages.length === 0 ? 'no javac' : await jars().catch((error: unknown) => notFound(error));
const reason = typeof found === 'string' ? found : null;

function notFound(error: unknown): string {
  if (process.env['CI'] !== undefined) throw error;
  return `cannot be had: ${String(error)}`;
}

const run = async (folder: string, program: string, ...args: readonly string[]): Promise<string> =>
  (await promisify(execFile)(program, args, { cwd: folder, env: { ...process.env, CGO_ENABLED: '0' } })).stdout;

/** A new machine compiles Go's own packages too: without optimization it takes two thirds of the time. */
const UNOPTIMIZED = '-gcflags=all=-N -l';

describe.skipIf(reason !== null)(`a client that openapi-generator makes (${reason ?? languages.join(', ')})`, () => {
  let folder: string;
  let server: HttpFixture;
  const { generator, classPath } = typeof found === 'string' ? { generator: '', classPath: '' } : found;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'algotheque-languages-'));
    server = await httpFixture();
    const settings = languages.map((language) => `${language}.json`);
    for (const language of languages) {
      await writeFile(join(folder, `${language}.json`), settingsOf(language, DOCUMENT, join(folder, language)));
    }
    await run(folder, 'java', ...BRIEF, '-jar', generator, 'batch', '--fail-fast', ...settings);
  }, LONGEST.timeout);
  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });

  async function session(command: (account: readonly string[]) => Promise<string>, email: string): Promise<void> {
    const body = JSON.stringify({ email, password: PASSWORD, pseudo: 'Ada' });
    const headers = { 'Content-Type': 'application/json' };
    await fetch(`${server.url}/api/users/register`, { method: 'POST', headers, body });
    const printed = await command([server.url, email, PASSWORD]);
    expect(
      printed
        .replace(/ 1\d{12} /g, ' DATE ')
        .trim()
        .split('\n'),
    ).toEqual(['Euclid DATE null {"steps":["divide"]}', 'Euclid DATE null [2,3,5]', '2', '404']);
  }

  it('compiles and reads answers: Java', LONGEST, async () => {
    const sources = globSync('java/src/main/java/**/*.java', { cwd: folder });
    expect(sources.length).toBeGreaterThan(100);
    const program = join(PROGRAMS, 'Program.java');
    await run(
      folder,
      'javac',
      ...BRIEF.map((option) => `-J${option}`),
      '-nowarn',
      '-proc:none',
      '-d',
      'classes',
      '-cp',
      classPath,
      program,
      ...sources,
    );
    await session(
      (account) => run(folder, 'java', ...BRIEF, '-cp', `classes:${classPath}`, 'Program', ...account),
      'java@example.org',
    );
  });

  it.skipIf(!languages.includes('go'))('compiles and reads answers: Go', LONGEST, async ({ skip }) => {
    const module = join(folder, 'go');
    const modules = await run(module, 'go', 'mod', 'download').catch((error: unknown) => notFound(error));
    skip(modules !== '', modules); // the program needs one that is no part of Go
    await cp(join(PROGRAMS, 'program.go'), join(module, 'cmd/program/program.go'));
    await run(module, 'go', 'build', '-mod=mod', UNOPTIMIZED, '-o', 'program', './cmd/program');
    await session((account) => run(module, join(module, 'program'), ...account), 'go@example.org');
  });
});
