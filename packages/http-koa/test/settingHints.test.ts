import { describe, expect, it } from 'vitest';
import type { MemoryServer } from './support/memoryServer.ts';
import { useServer } from './support/useServer.ts';

const warningsOf = ({ log }: MemoryServer) =>
  log
    .map((line) => JSON.parse(line) as { readonly level: number; readonly [field: string]: unknown })
    .filter(({ level }) => level === 40);

describe('hints to a setting', () => {
  const start = useServer();
  const FORWARDED = { 'X-Forwarded-For': '203.0.113.7' };

  it('a forwarded address of a peer that is not trusted is told once, with the setting', async () => {
    const server = await start();
    for (let i = 0; i < 3; i += 1) await server.api.call('GET /healthz', { headers: FORWARDED });
    expect(warningsOf(server)).toMatchObject([
      { peer: '127.0.0.1', msg: expect.stringMatching(/share one limit.*ALGOTHEQUE_TRUSTED_PROXIES/) },
    ]);
  });

  it('that of a trusted proxy is not', async () => {
    const server = await start({ http: { trustedProxies: ['127.0.0.0/8'] } });
    await server.api.call('GET /healthz', { headers: FORWARDED });
    expect(warningsOf(server)).toEqual([]);
  });

  it('an origin that is refused is told once, with the setting, and at most 16 of them are', async () => {
    const server = await start({ http: { corsOrigins: ['https://app.example.org'] } });
    const from = (origin: string) => server.api.call('GET /healthz', { headers: { Origin: origin } });
    await from('https://app.example.org');
    for (let i = 0; i < 20; i += 1)
      await Promise.all([from(`https://app${i}.example.org`), from(`https://app${i}.example.org`)]);
    const warnings = warningsOf(server);
    expect(warnings).toHaveLength(16);
    expect(warnings[0]).toMatchObject({
      origin: 'https://app0.example.org',
      msg: expect.stringContaining('ALGOTHEQUE_CORS_ORIGINS'),
    });
  });

  it.each([
    ['the public address', { publicUrl: 'https://api.example.org/base' }, 'https://api.example.org'],
    ['no origin', {}, 'null'],
    ['no origin of the web', {}, `https://${'a'.repeat(300)}.example.org`],
  ])('%s is not told', async (_what, http, Origin) => {
    const server = await start({ http });
    await server.api.call('GET /healthz', { headers: { Origin } });
    expect(warningsOf(server)).toEqual([]);
  });

  it('a page of the server itself is not told', async () => {
    const server = await start();
    const Origin = `http://127.0.0.1:${server.listening.address.port}`;
    await server.api.call('GET /healthz', { headers: { Origin } });
    expect(warningsOf(server)).toEqual([]);
  });
});
