import { expect, it } from 'vitest';
import { statusAndMessage } from './suite/api.ts';
import { newPerson } from './suite/people.ts';
import { useServer } from './support/useServer.ts';

const start = useServer();

/** docs/api.md says so: a client can know what it gets at most. */
const MOST_BYTES = 320_000;

it('the list of a thousand folders with the longest names has at most 320 KB', async () => {
  const { api, ports } = await start();
  const { id: ownerId, token } = await newPerson(api);
  // As ids and numbers are after much use. No byte of a name takes more than two bytes of an answer.
  const folders = Array.from({ length: 999 }, (_, index) => ({
    id: 1_000_000 + index,
    nom: '"'.repeat(127) + String(index).padStart(4, '0'),
    parentId: index === 0 ? null : 1_000_000,
  }));
  await ports.folders.compareAndSet(ownerId, 0, { lastId: 1_000_998, folders });
  const nom = `\\"<&\u2003${'\u{1F4C1}'.repeat(49)}`; // as many bytes as are left
  const made = await api.call('POST /api/folders', { token, json: { nom } });
  expect(statusAndMessage(made)).toBe('201 Folder.Success.Created');
  const more = await api.call('POST /api/folders', { token, json: { nom: 'One more' } });
  expect(statusAndMessage(more)).toBe('403 Folder.Quota_exceeded');
  const longer = await api.call('PATCH /api/folders/1000000', { token, json: { nom: 'x'.repeat(255) } });
  expect(statusAndMessage(longer)).toBe('403 Folder.Quota_exceeded');
  const listed = await api.call('GET /api/folders', { token });
  const bytes = Buffer.byteLength(listed.text);
  expect(bytes).toBeGreaterThan(MOST_BYTES * 0.9);
  expect(bytes).toBeLessThan(MOST_BYTES);
});
