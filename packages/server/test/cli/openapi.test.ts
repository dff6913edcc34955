import { Readable, Writable } from 'node:stream';
import { openApiText } from '@algotheque/http-koa/openapi';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/cli/run.ts';
import { runIn } from './runIn.ts';

describe('openapi', () => {
  it('prints the description of the routes under the prefixes of the settings', async () => {
    const env = {
      ALGOTHEQUE_USERS_PREFIX: '/people',
      ALGOTHEQUE_ALGOS_PREFIX: '/v2/algos',
      ALGOTHEQUE_FOLDERS_PREFIX: '/v2/folders',
    };
    const { code, stdout, stderr } = await runIn(['openapi'], { env });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(openApiText({ users: '/people', algos: '/v2/algos', folders: '/v2/folders' }));
  });

  it('refuses a malformed setting in one line', async () => {
    const { code, stdout, stderr } = await runIn(['openapi'], { env: { ALGOTHEQUE_USERS_PREFIX: 'people' } });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('ALGOTHEQUE_USERS_PREFIX');
  });

  it.each([
    ['ENOSPC', 1, 'algotheque: It was done, and its result could not be written: ENOSPC\n'],
    ['EPIPE', 0, ''],
  ])('whose output ends with %s ends with %i', async (code, exitCode, told) => {
    const stdout = new Writable({ write: (_chunk, _encoding, done) => done(Object.assign(new Error(code), { code })) });
    stdout.on('error', () => {});
    const written: string[] = [];
    const stderr = { write: (text: string) => void written.push(text) };
    expect(await run(['openapi'], {}, { stdin: Readable.from([]), stdout, stderr })).toBe(exitCode);
    expect(written.join('')).toBe(told);
  });

  it('waits until a slow reader has all of it', async () => {
    const { promise: isFull, resolve: fill } = Promise.withResolvers<() => void>();
    const stdout = new Writable({ write: (_chunk, _encoding, done) => fill(done) });
    let isOver = false;
    const over = run(['openapi'], {}, { stdin: Readable.from([]), stdout, stderr: { write() {} } }).then((code) => {
      isOver = true;
      return code;
    });
    const read = await isFull;
    await new Promise(setImmediate);
    expect(isOver).toBe(false);
    read();
    expect(await over).toBe(0);
  });
});
