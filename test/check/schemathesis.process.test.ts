import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

it('says in one line that schemathesis is not installed', () => {
  const script = new URL('../../scripts/schemathesis.ts', import.meta.url).pathname;
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], {
    encoding: 'utf8',
    env: { ...process.env, SCHEMATHESIS: '/there/is/no/such/program' },
  });
  expect({ status, stdout, stderr }).toEqual({
    status: 0,
    stdout: 'Nothing was tested: schemathesis is not installed. To install it: pip install schemathesis==4.32.5\n',
    stderr: '',
  });
});

it.each(['../../.github/workflows/nightly.yml', '../../CONTRIBUTING.md'])(
  'is of the same version in %s',
  async (path) => {
    expect(await readFile(new URL(path, import.meta.url), 'utf8')).toContain('pip install schemathesis==4.32.5');
  },
);
