import { expect, it } from 'vitest';
import { httpFixture } from './support/httpFixture.ts';

it('ALGOTHEQUE_DOCS=off takes the reference and the description away', async () => {
  const service = await httpFixture({ ALGOTHEQUE_DOCS: 'off' });
  try {
    const statuses = ['/', '/docs', '/docs/start.js', '/openapi.json'].map(
      async (path) => (await fetch(service.url + path)).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 404, 404, 404]);
    expect(await (await fetch(service.url)).text()).not.toMatch(/docs|openapi/);
  } finally {
    await service.close();
  }
});
