import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const PACKAGE = fileURLToPath(new URL('../..', import.meta.url));
const MODULES = fileURLToPath(new URL('../../../../node_modules', import.meta.url));

/** The test file that the author of an adapter writes, in plain JavaScript; `port` is an expression. */
const suite = (runner: string, port: string, lacks = '{}') => `
  import { describe, it } from '${runner}';
  import { userRepositoryContract } from '@algotheque/domain/contracts';
  import { MemoryData, memoryUserRepository, withOutage } from '@algotheque/domain/memory';

  userRepositoryContract({ describe, it }, async () => {
    const data = new MemoryData();
    const outage = { down: false };
    const open = () => ${port};
    const lacks = ${lacks};
    const fixture = {
      port: withOutage(open(), outage),
      dump: async () => data.dump(),
      reopen: async () => open(),
      another: async () => open(),
      cut: async () => { outage.down = true; },
      damage: async (id, field = 'pseudo', value) => {
        const record = { place: 'users', id, field };
        data.damage(record, id, value);
        return record;
      },
    };
    for (const part of Object.keys(lacks)) delete fixture[part];
    return fixture;
  }, ${lacks});`;

const GOOD = 'memoryUserRepository(data)';
const BROKEN = 'Object.assign(memoryUserRepository(data), { markDeleted: async () => true })';
const WRONG_PSEUDO = `Object.assign(memoryUserRepository(data), {
  findByEmail: async (email) => ({ ...[...data.users.values()].find(({ user }) => user.adresseMail === email).user, pseudo: 'Eve' }),
})`;
const NOTHING = 'Object.assign(memoryUserRepository(data), { findByEmail: async () => undefined })';
const BROKEN_TESTS = ['hides a marked user from every method', 'lets one of 30 racing marks succeed'];

let project: string;

/** A project outside of this repository, with this package as it is published: built, without its sources. */
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'consumer-'));
  const installed = join(project, 'node_modules/@algotheque/domain');
  await mkdir(installed, { recursive: true });
  await cp(join(PACKAGE, 'package.json'), join(installed, 'package.json'));
  const tsc = (...input: string[]) => run(join(MODULES, '.bin/tsc'), ['--composite', 'false', ...input]);
  const dist = join(installed, 'dist');
  await tsc('-p', PACKAGE, '--outDir', dist);
  // The test kit imports the domain that was built above, by its name.
  const compilerOptions = {
    outDir: join(dist, 'testkit'),
    paths: { '@algotheque/domain': [join(dist, 'index.d.ts')] },
  };
  const testkit = { extends: join(PACKAGE, 'testkit/tsconfig.json'), compilerOptions, references: [] };
  await writeFile(
    join(project, 'tsconfig.json'),
    JSON.stringify({ ...testkit, include: ['suites', 'memory'].map((part) => join(PACKAGE, 'testkit', part)) }),
  );
  await tsc('-p', project);
  for (const library of ['valibot', 'vitest', 'vite']) {
    await symlink(join(MODULES, library), join(project, 'node_modules', library));
  }
  await writeFile(join(project, 'package.json'), '{ "type": "module" }');
});

afterAll(() => rm(project, { recursive: true }));

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program in the project, without anything of this repository. */
async function run(program: string, input: readonly string[]): Promise<Ended> {
  const { NODE_TEST_CONTEXT: _, NODE_OPTIONS: __, VITEST: ___, ...env } = process.env;
  const path = `${dirname(process.execPath)}:${env['PATH'] ?? ''}`;
  const options = { cwd: project, env: { ...env, PATH: path, NO_COLOR: '1' } };
  const failed = (failure: Ended) => ({ code: failure.code, stdout: failure.stdout, stderr: failure.stderr });
  return promisify(execFile)(program, input, options).then((ended) => ({ code: 0, ...ended }), failed);
}

const nodeTest = (file: string) => run(process.execPath, ['--test', '--test-reporter=tap', file]);
const vitest = (file: string) => run(join(MODULES, '.bin/vitest'), ['run', '--reporter=verbose', file]);

describe.each([
  ['node:test', nodeTest],
  ['vitest', vitest],
] as const)('an author of an adapter, with %s', (runner, test) => {
  it('runs a suite of the built package on an adapter that keeps the contract', async () => {
    await writeFile(join(project, 'good.test.js'), suite(runner, GOOD));
    const { code, stdout } = await test('good.test.js');
    expect(stdout).toMatch(/^# pass [1-9]\d|Tests +[1-9]\d passed/m);
    expect(code).toBe(0);
  });

  it('sees which promises an adapter breaks', async () => {
    await writeFile(join(project, 'broken.test.js'), suite(runner, BROKEN));
    const { code, stdout } = await test('broken.test.js');
    expect(code).toBe(1);
    for (const name of BROKEN_TESTS) expect(stdout).toMatch(new RegExp(`(not ok|×).*${name}`));
    expect(stdout).not.toMatch(/(not ok|×).*refuses a taken e-mail/);
  });

  it('sees which tests were left out, and why', async () => {
    const lacks = "{ reopen: 'nothing outlives it' }";
    await writeFile(join(project, 'partial.test.js'), suite(runner, GOOD, lacks));
    const { code, stdout } = await test('partial.test.js');
    expect(code).toBe(0);
    const title = 'keeps users over a restart \\(left out without reopen: nothing outlives it\\)';
    expect(stdout).toMatch(new RegExp(`↓.*${title}|${title} # SKIP`));
  });

  it('sees what was expected and what came instead', async () => {
    await writeFile(join(project, 'broken.test.js'), suite(runner, BROKEN));
    const { stdout, stderr } = await test('broken.test.js');
    expect(stdout + stderr).toMatch(/^ *(expected: 1|- 1)$/m);
    expect(stdout + stderr).toMatch(/^ *(actual: 30|\+ 30)$/m);
  });

  it('sees the difference of two objects line by line', async () => {
    await writeFile(join(project, 'wrong.test.js'), suite(runner, WRONG_PSEUDO));
    const { stdout, stderr } = await test('wrong.test.js');
    expect(stdout + stderr).toMatch(/^ *\+ +"?pseudo"?: ["']Eve["'],$/m);
  });

  it('sees what was expected where nothing came', async () => {
    await writeFile(join(project, 'nothing.test.js'), suite(runner, NOTHING));
    const { stdout, stderr } = await test('nothing.test.js');
    expect(stdout + stderr).toMatch(/^ *-? *"?pseudo"?: ["']/m);
    expect(stdout + stderr).not.toMatch(/^ *simple$/m);
  });
});

it('the built package is imported from dist, and its entries hold what those of the sources hold', async () => {
  const code = `
    const entries = ['', '/texts', '/contracts', '/memory'].map((path) => '@algotheque/domain' + path);
    const names = await Promise.all(entries.map(async (entry) => Object.keys(await import(entry)).sort()));
    console.log(JSON.stringify({ places: entries.map((entry) => import.meta.resolve(entry)), names }));`;
  await writeFile(join(project, 'entries.js'), code);
  const { places, names } = JSON.parse((await run(process.execPath, ['entries.js'])).stdout);
  expect(places.every((place: string) => place.includes('/dist/'))).toBe(true);
  const sources = [
    import('../../src/index.ts'),
    import('../../src/texts/index.ts'),
    import('../../testkit/suites/index.ts'),
    import('../../testkit/memory/index.ts'),
  ];
  expect(names).toEqual((await Promise.all(sources)).map((entry) => Object.keys(entry).sort()));
});
