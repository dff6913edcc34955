import { spawnSync } from 'node:child_process';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { member } from '@algotheque/testing/worlds';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../test/support/scratchFolder.ts';
import { runIn } from './cli/runIn.ts';
import { runCommand, startServer } from './support/serverProcess.ts';

describe('algotheque serve', () => {
  it('prints its address and its places, drains on SIGTERM and ends with 0', async () => {
    const dir = scratchFolder();
    const server = await startServer({ ALGOTHEQUE_DATA_DIR: dir });
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect(server.output().stderr).toContain(`data in ${dir}`);
    expect(await server.stop()).toBe(0);
    expect(server.output().stderr).toMatch(/\nAlgotheque stops\nAlgotheque stopped\n$/);
  });

  it('refuses a folder of a running server, and does not disturb that server', async () => {
    const env = { ALGOTHEQUE_DATA_DIR: scratchFolder(), PORT: '0' };
    const server = await startServer(env);
    const { code, stderr } = await runIn(['serve'], { env });
    expect(code).toBe(1);
    expect(stderr).toContain(`${env.ALGOTHEQUE_DATA_DIR} is in use by process ${server.pid}`);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect(await server.stop()).toBe(0);
  });

  it('prints no link if a mail server is set', async () => {
    const server = await startServer({
      ALGOTHEQUE_DATA_DIR: scratchFolder(),
      ALGOTHEQUE_MAIL_URL: 'smtp://127.0.0.1:1',
      ALGOTHEQUE_LOCAL_LINKS: 'on',
    });
    await fetch(`${server.url}/api/users/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.org', password: 'analytical engine', pseudo: 'Ada' }),
    });
    expect(await server.stop()).toBe(0);
    expect(Object.values(server.output()).join('')).not.toMatch(/confirm\/ey|ada@example\.org/);
  });
});

describe('algotheque', () => {
  it('prints help without a command, and refuses one that it does not know', async () => {
    expect(await runCommand([], {})).toMatchObject({ code: 0, stdout: expect.stringContaining('\n  serve ') });
    expect(await runCommand(['fly'], {})).toMatchObject({ code: 2, stderr: expect.stringContaining('fly') });
  });

  it('accepts a JSON Schema for source code', async () => {
    const dir = scratchFolder();
    const schema = join(dir, 'schema.json');
    await mkdir(join(dir, 'data'));
    await writeFile(schema, JSON.stringify({ type: 'object', required: ['problem'] }));
    const { openLocal } = await import('../src/openLocal.ts');
    const local = await openLocal({ dataDir: join(dir, 'data'), settings: { ALGOTHEQUE_ALGO_SCHEMA: schema } });
    const caller = await member(local, 'ada');
    const create = (sourceCode: unknown) =>
      local.service.createAlgo({ ownerId: caller.user.id, nom: 'One', sourceCode }, caller);
    await expect(create({})).rejects.toMatchObject({
      code: 'Responses.Algo.Invalid',
      data: { success: false, issues: [{ path: '', rule: 'required' }] },
    });
    await expect(create({ problem: 'halting' })).resolves.toMatchObject({ version: 1 });
    await local.close();
  });
});

it('a clone that is not built says so in one line', async () => {
  const dir = join(scratchFolder(), 'server');
  await cp(new URL('../bin', import.meta.url), join(dir, 'bin'), { recursive: true });
  await cp(new URL('../package.json', import.meta.url), join(dir, 'package.json'));
  const { status, stderr } = spawnSync(process.execPath, [join(dir, 'bin/algotheque.js'), 'serve'], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringMatching(/^algotheque: this clone is not built\. .*\n$/),
  });
});
