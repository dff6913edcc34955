import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { cliPage, everyNode } from '../../generate/cliPage.ts';
import { isGroup } from '../../src/cli/declaration.ts';
import { COMMANDS, parseCommandLine } from '../../src/cli/program.ts';
import { runIn } from './runIn.ts';

const NODES = everyNode(COMMANDS);
const COLOURED = '\u001b[';

describe('help', () => {
  it('is the page docs/cli.md', async () => {
    await expect(cliPage()).toMatchFileSnapshot('../../../../docs/cli.md');
  });

  it('lists the commands without a command and with help', async () => {
    const { code, stdout, stderr } = await runIn([]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const { name } of COMMANDS) expect(stdout).toContain(`\n  ${name} `);
    for (const args of [['help'], ['--help']]) expect(await runIn(args)).toEqual({ code, stdout, stderr });
  });

  it.each(NODES.map(({ path, node }) => [path.join(' '), node] as const))(
    'of %s has all its parts',
    async (path, node) => {
      const { code, stdout, stderr } = await runIn([...path.split(' '), '--help']);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toMatch(new RegExp(`^Usage: algotheque ${path} `));
      if (isGroup(node)) return;
      expect(stdout).toContain(`\nExamples:\n  algotheque ${node.examples[0]}\n`);
      expect(stdout).toContain(
        `\nExit codes:\n  0  ${node.exitCodes[0]}\n  1  ${node.exitCodes[1]}\n  2  ${node.exitCodes[2] ?? 'the command line is wrong'}\n`,
      );
      for (const name of Object.keys(node.options ?? {})) expect(stdout).toContain(`\n  --${name} `);
    },
  );

  it('of a command is that of help COMMAND', async () => {
    expect(await runIn(['help', 'migrate'])).toEqual(await runIn(['migrate', '--help']));
  });

  it('says the version', async () => {
    expect(await runIn(['--version'])).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+(?:\+[\da-f]{12})?\n$/),
      stderr: '',
    });
  });
});

describe('colours', () => {
  it('mark errors on a terminal only, and nowhere with NO_COLOR', async () => {
    const screens = [{ isTTY: true }, {}, { isTTY: true, env: { NO_COLOR: '1' } }];
    const errors = await Promise.all(screens.map((screen) => runIn(['fly'], screen)));
    expect(errors.map(({ stderr }) => stderr.includes(COLOURED))).toEqual([true, false, false]);
  });
});

it('an option belongs to the command that it follows', () => {
  const screen = { isTTY: false, write: () => {} };
  const streams = { stdin: Readable.from(['']), stdout: screen, stderr: screen };
  for (const args of [
    ['backup', 'verify', '--json', 'DIR'],
    ['backup', 'verify', 'DIR', '--json'],
  ]) {
    const parsed = parseCommandLine(args, {}, streams);
    expect(parsed).toMatchObject({ node: { name: 'verify' }, options: { json: true } });
  }
});

it('a refusal is the result too, for a script that reads JSON', async () => {
  const refused = await runIn(['backup', 'verify', '/no/such/backup', '--json'], {});
  expect(refused.code).toBe(1);
  const { error } = JSON.parse(refused.stdout) as { readonly error: string };
  expect(error).toContain('/no/such/backup');
  expect(refused.stderr).toContain(error);
});

it.each([
  [['fly'], "error: unknown command 'fly'"],
  [['srve'], '(Did you mean serve?)'],
  [['help', 'fly'], 'Usage: algotheque'],
  [['user'], 'Usage: algotheque user'],
  [['--jsn'], "error: unknown option '--jsn'"],
  [['serve', '--json'], "error: unknown option '--json'"],
  [['begin-anew', '--jsn'], '(Did you mean --json?)'],
  [['begin-anew', 'x'], "error: too many arguments for 'begin-anew'"],
  [['user', 'show'], "error: missing required argument 'USER'"],
  [['migrate', '--from', 'sqlite:x'], "error: required option '--to <URL>' not specified"],
  [['restore', 'x', '--to'], "error: option '--to <URL>' argument missing"],
])('a wrong command line %j is told on stderr, and ends with 2', async (args, told) => {
  const { code, stdout, stderr } = await runIn(args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(told);
});
