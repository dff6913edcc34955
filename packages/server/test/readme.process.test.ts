import { execFile } from 'node:child_process';
import { readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../../test/support/scratchFolder.ts';
import { startServer } from './support/serverProcess.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

async function snippet(language: string): Promise<string> {
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  const found = new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, 'm').exec(readme)?.[1];
  if (found === undefined) throw new Error(`README.md has no snippet in ${language}`);
  return found;
}

/** What a program prints that must end with 0. */
const output = async (command: string, args: readonly string[], cwd: string): Promise<string> =>
  (await promisify(execFile)(command, args, { cwd })).stdout;

it('runs the session of the README to its end', async () => {
  const folder = scratchFolder();
  await symlink(join(root, 'examples'), join(folder, 'examples'));
  const server = await startServer({ ALGOTHEQUE_DATA_DIR: join(folder, 'data2') });
  try {
    const session = (await snippet('bash'))
      .replace('http://127.0.0.1:3000', server.url)
      .replace('data=data', 'data=data2');
    const printed = await output('bash', ['-c', session], folder);
    const messages = [...printed.matchAll(/Responses\.[A-Za-z_.]+/g)].map(([id]) => id.replace('Responses.', ''));
    expect(messages).toEqual([
      'User.Success.Created',
      'User.Success.Confirmed',
      'Algo.Success.Found',
      'Algo.Success.Listed',
      'Algo.Success.Updated',
      'Algo.Success.Deleted',
      'User.Success.Logged_out',
    ]);
    expect(printed).toContain('"droits":"Read"');
    const source = await readFile(join(root, 'examples/algorithms/euclide.json'), 'utf8');
    expect(printed.split(JSON.stringify(JSON.parse(source)))).toHaveLength(3); // the answer to GET, and the file
    const [before = '', listed] = printed.split('"Responses.Algo.Success.Deleted"}\n');
    expect(listed).toMatch(/^versions$/m);
    expect(listed).not.toContain(`${/"data":\{"id":(\d+),"nom"/.exec(before)?.[1]}.json`);
  } finally {
    await server.stop();
  }
});

it('runs the embedding example of the README unchanged', async () => {
  const folder = scratchFolder();
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const program = ['--conditions=@algotheque/source', '--input-type=module-typescript', '--eval', await snippet('ts')];
  const printed = await output(process.execPath, program, folder);
  expect(printed).toBe("Halting { problem: 'halting' }\n");
});

it('runs the demo', async () => {
  const printed = await output(
    process.execPath,
    ['--conditions=@algotheque/source', join(root, 'examples/demo.ts')],
    root,
  );
  expect(printed).toContain('Grace may not delete it: Responses.Algo.Forbidden_delete');
  expect(printed).toContain('the second change gets Responses.Algo.Conflict');
  expect(printed).toContain('Ada reads it again, and names it "Renamed by Grace and by Ada"');
  expect(printed).toContain('Ada restored the 3657 bytes of version 5');
  expect(printed).toContain('found it among 2 algorithms in the bin, and restored it with 1 share');
  expect(printed).toContain('Grace can read it, and alan@example.org is invited');
  expect(printed).toContain('Alan has accepted the invitation, and sees: euclide (Read)');
  expect(printed).toContain('the second gets Responses.General.Unauthorized');
  expect(printed).toContain('The link is used: the account has ada@lovelace.example');
  expect(printed).toContain('She imports her ZIP: 11 algorithms and folders are new, 0 were there');
  expect(printed).toContain('She imports it again: 0 algorithms and folders are new, 11 were there');
  expect(printed).toContain('The server has stopped');
});
