import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryPorts } from '@algotheque/domain/memory';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type LocalOptions, openLocal } from '../src/openLocal.ts';

it('releases the folder when the policy is invalid', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'local-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  await expect(openLocal({ dataDir, policy: { tokenIdleMs: Number.NaN } })).rejects.toThrow(/tokenIdleMs/);
  await (await openLocal({ dataDir })).close();
});

it('refuses an unknown option before it creates the folder', async () => {
  const dataDir = join(tmpdir(), 'local-that-is-not-made');
  const misspelt: object = { onMail() {}, polcy: {} };
  await expect(openLocal({ dataDir, ...misspelt })).rejects.toThrow(
    new RangeError('openLocal has no option onMail, polcy'),
  );
  expect(existsSync(dataDir)).toBe(false);
});

it.each([undefined, null, {}, { dataDir: '' }, { dataDir: null }, { dataDir: 5 }])(
  'refuses %j, and creates no folder',
  async (options) => {
    const hadData = existsSync('data');
    // As JavaScript may call it, where no compiler asks for the folder.
    await expect(openLocal(options as LocalOptions)).rejects.toThrow(TypeError);
    await expect(openLocal(options as LocalOptions)).rejects.toThrow(/dataDir/);
    expect(existsSync('data')).toBe(hadData);
  },
);

describe('ports that are given', () => {
  async function folder(): Promise<string> {
    const dataDir = await mkdtemp(join(tmpdir(), 'local-'));
    onTestFinished(() => rm(dataDir, { recursive: true }));
    return dataDir;
  }

  it('replace its own, and all are given out', async () => {
    const dataDir = await folder();
    const { mailer, clock } = memoryPorts();
    const { service, ports, close } = await openLocal({ dataDir, ports: { mailer, clock } });
    onTestFinished(close);
    const { id } = await service.registerUser({ email: 'ada@example.org', password: 'long enough', pseudo: 'Ada' });
    expect(mailer.sent).toMatchObject([{ recipient: { id }, mail: { kind: 'confirm' } }]);
    expect((await readdir(join(dataDir, 'outbox'))).filter((name) => name.endsWith('.eml'))).toEqual([]);
    expect(ports.mailer).toBe(mailer);
    expect(await ports.users.findById(id)).toMatchObject({ pseudo: 'Ada', dateInscription: clock.now() });
  });

  it('are refused by name if there is no such port, and no folder is created', async () => {
    const dataDir = join(tmpdir(), 'local-that-is-not-made');
    const ports: object = { mailr: {} };
    await expect(openLocal({ dataDir, ports })).rejects.toThrow(new RangeError('ports has no option mailr'));
    expect(existsSync(dataDir)).toBe(false);
  });

  it('are refused if they lack methods, and the folder is released', async () => {
    const dataDir = await folder();
    const ports: object = { mailer: { send() {} } };
    await expect(openLocal({ dataDir, ports })).rejects.toThrow(/mailer/);
    await (await openLocal({ dataDir })).close();
  });
});
