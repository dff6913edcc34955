import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { cliPage } from '../../generate/cliPage.ts';
import { everyNode, isGroup } from '../../src/cli/commandLine.ts';
import { COMMANDS } from '../../src/cli/commands.ts';
import { parseCommandLine } from '../../src/cli/parseCommandLine.ts';
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
  it('are on a terminal only, and nowhere with NO_COLOR', async () => {
    const plain = await runIn(['migrate', '--help'], { env: { FORCE_COLOR: '1' } });
    const coloured = await runIn(['migrate', '--help'], { isTTY: true });
    expect(plain.stdout).not.toContain(COLOURED);
    expect(coloured.stdout).toContain(COLOURED);
    for (const env of [{ NO_COLOR: '1' }, { NO_COLOR: '1', FORCE_COLOR: '1' }, { TERM: 'dumb' }])
      expect(await runIn(['migrate', '--help'], { isTTY: true, env })).toEqual(plain);
  });

  it('mark errors in the same way', async () => {
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
    expect([parsed?.path, parsed?.options['json']]).toEqual([['backup', 'verify'], true]);
  }
});

it('a refusal is the result too, for a script that reads JSON', async () => {
  const refused = await runIn(['backup', 'verify', '/no/such/backup', '--json'], {});
  expect(refused.code).toBe(1);
  const { error } = JSON.parse(refused.stdout) as { readonly error: string };
  expect(error).toContain('/no/such/backup');
  expect(refused.stderr).toContain(error);
});

describe('a wrong command line', () => {
  it.each([
    [['fly'], "unknown command 'fly'; `algotheque --help` says more"],
    [['srve'], "unknown command 'srve' (Did you mean serve?); `algotheque --help` says more"],
    [['help', 'fly'], 'the name of a command is missing or unknown; `algotheque --help` says more'],
    [['user'], 'the name of a command is missing or unknown; `algotheque user --help` says more'],
    [['--jsn'], "unknown option '--jsn'; `algotheque --help` says more"],
    [['serve', '--json'], "unknown option '--json'; `algotheque serve --help` says more"],
    [['serve', '--'], "too many arguments for 'serve'; `algotheque serve --help` says more"],
    [
      ['begin-anew', '--jsn'],
      "unknown option '--jsn' (Did you mean --json?); `algotheque begin-anew --help` says more",
    ],
    [['doctor', '--repair=yes'], "unknown option '--repair=…'; `algotheque doctor --help` says more"],
    [['doctor', '--hunter="a\'b\'c"'], "unknown option '--hunter=…'; `algotheque doctor --help` says more"],
    [['begin-anew', 'x'], "too many arguments for 'begin-anew'; `algotheque begin-anew --help` says more"],
    [['completion'], "missing required argument 'SHELL'; `algotheque completion --help` says more"],
    [
      ['completion', 'ksh'],
      "command-argument value '…' is invalid for argument 'SHELL'. Allowed choices are bash, zsh, fish; `algotheque completion --help` says more",
    ],
    [['completion', 'zsh', 'fish'], "too many arguments for 'completion'; `algotheque completion --help` says more"],
    [
      ['migrate', '--from', 'sqlite:x'],
      "required option '--to <URL>' not specified; `algotheque migrate --help` says more",
    ],
    [
      ['migrate', '--from', '--to', 'sqlite:x'],
      "required option '--to <URL>' not specified; `algotheque migrate --help` says more",
    ],
    [
      ['migrate', '--to', 'x', '--from', '--to-files'],
      "option '--from <URL>' argument missing; `algotheque migrate --help` says more",
    ],
    [['restore', 'x', '--to'], "option '--to <URL>' argument missing; `algotheque restore --help` says more"],
  ])('%j is one line on stderr, and ends with 2', async (args, line) => {
    expect(await runIn(args)).toEqual({ code: 2, stdout: '', stderr: `algotheque: ${line}\n` });
  });

  it.each(NODES.map(({ path }) => [path.join(' '), path] as const))(
    'of %s repeats nothing that may be secret',
    async (_, path) => {
      const secrets = ['mongodb://ada:hunter2@host/x', '--mongodb://ada:hunter2@host', '-hunter2', '--to=hunter2'];
      for (const secret of secrets) {
        const { code, stderr } = await runIn([...path, secret, 'hunter2', 'hunter2']); // no command takes three arguments
        expect(stderr).toMatch(/^algotheque: .*\n$/);
        expect(stderr).not.toMatch(/hunter2|ada:/);
        expect(code).toBe(2);
      }
    },
  );
});
