import { readFile } from 'node:fs/promises';
import { createService } from '@algotheque/domain';
import { memoryPorts } from '@algotheque/domain/memory';
import { describe, expect, it } from 'vitest';
import { programOf, startProgram } from '../../../test/support/runReadme.ts';
import { DEFAULT_HTTP_OPTIONS } from '../src/index.ts';

const PACKAGE = new URL('..', import.meta.url);
const README = await readFile(new URL('README.md', PACKAGE), 'utf8');
const [embedding = '', inExpress = '', inFastify = '', inKoa = '', rebinding = ''] = [0, 1, 2, 3, 4].map((which) =>
  programOf(PACKAGE, which),
);

/** Resolves to the last line that a program prints, without lines of the log. */
async function run(code: string): Promise<string | undefined> {
  const lines = (await startProgram(PACKAGE, code)).stdout.trim().split('\n');
  return lines.findLast((line) => !line.startsWith('{"level":'));
}

describe('the README', () => {
  it('embeds the application in an own server', async () => {
    const ending = `
      if (!server.listening) await new Promise((resolve) => server.once('listening', resolve));
      const answer = await fetch('http://localhost:' + server.address().port + '/v1/algos/1');
      console.log(answer.status, await answer.text());
      server.close();
      server.closeAllConnections();
      await service.close();`;
    const free = embedding.replace('listen(8080)', 'listen(0)');
    expect(free).not.toBe(embedding);
    expect(await run(free + ending)).toBe('401 {"status":401,"message":"Responses.General.Unauthorized"}');
  });

  it.each([
    ['express', inExpress, '404 Cannot GET /tools/other'],
    ['fastify', inFastify, '404 "Route GET:/tools/other not found"'],
    ['koa-mount', inKoa, '404 Not Found'],
  ])('mounts the routes beside those of %s', async (host, code, unknown) => {
    const ending = `
      if (!server.listening) await new Promise((resolve) => server.once('listening', resolve));
      const get = async (path) => {
        const answer = await fetch('http://localhost:' + server.address().port + path);
        const text = await answer.text();
        return [answer.status, /Cannot GET [^<]*|"Route [^"]*"/.exec(text)?.[0] ?? text].join(' ');
      };
      console.log([await get('/tools/hello'), await get('/tools/api/algos/1'), await get('/tools/other')].join('; '));
      server.close();
      server.closeAllConnections();
      await container.get(ids.service).close();`;
    const free = code.replace('8080', '0');
    expect(free).toContain(`from '${host}'`);
    expect(await run(free + ending)).toBe(
      `200 hello; 401 {"status":401,"message":"Responses.General.Unauthorized"}; ${unknown}`,
    );
  });

  it('shows how to move the clock in memory, and where the mails are', async () => {
    const ports = memoryPorts();
    const service = createService(ports);
    const before = ports.clock.now();
    ports.clock.advance(60_000);
    expect(ports.clock.now()).toBe(before + 60_000);
    await service.registerUser({ email: 'ada@example.org', password: 'long enough', pseudo: 'Ada' });
    expect(ports.mailer.sent).toMatchObject([{ mail: { kind: 'confirm', token: expect.any(String) } }]);
    expect(README).toContain('`ports.clock.advance(60_000)`');
    expect(README).toContain('`ports.mailer.sent`');
  });

  it('replaces the default validator', async () => {
    const ending = `
      const service = container.get(ids.service);
      const credentials = { email: 'ada@example.org', password: 'long enough' };
      const { id } = await service.registerUser({ ...credentials, pseudo: 'Ada' });
      const caller = await service.authenticate((await service.login(credentials)).token);
      const algo = { ownerId: id, nom: 'Sort' };
      const refused = await service.createAlgo({ ...algo, sourceCode: {} }, caller).catch((error) => error.code);
      await service.createAlgo({ ...algo, sourceCode: [] }, caller);
      console.log(refused, typeof app.callback());`;
    expect(await run(rebinding + ending)).toBe('Responses.Algo.Invalid function');
  });

  it('lists every option', () => {
    const table = README.split('| `http` |')[1]?.split('`policy` and `serverState`')[0] ?? '';
    const names = [...table.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);
    expect(names.sort()).toEqual(
      [...Object.keys(DEFAULT_HTTP_OPTIONS), 'publicUrl', 'appUrl', 'console', 'observer', 'around'].sort(),
    );
  });
});
