import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startSmtpWorker } from '@algotheque/adapters-mail';
import { systemClock } from '@algotheque/domain';
import { vi } from 'vitest';
import { type Backend, openBackend } from '../../../src/backend.ts';
import { prepare } from '../../../src/prepare.ts';
import { loadSettings } from '../../../src/settings/loadSettings.ts';
import { openedService } from '../storedState/openedService.ts';

const LATER_MS = 7_200_000; // a mail that was tried once is due by then

/**
 * Starts on a data folder as a server does, and sends what is in the spool to the SMTP server: what is due, and two hours later the rest.
 * @returns the reported problems, and what is left in the spool
 */
export async function deliver(dir: string, port: number): Promise<string[]> {
  const problems: string[] = [];
  const onProblem = (problem: unknown): void => void problems.push(String(problem));
  const url = `smtp://127.0.0.1:${port}`;
  const settings = loadSettings({ ALGOTHEQUE_DATA_DIR: dir, ALGOTHEQUE_MAIL_URL: url });
  const backend: Backend = await openBackend(await prepare(settings), { onProblem, onNotice: () => {} });
  try {
    const service = openedService(backend, onProblem);
    await service.resumeWork();
    await service.close();
  } finally {
    await backend.close();
  }
  const spool = join(dir, 'spool');
  const clock = { ...systemClock, now: () => systemClock.now() + LATER_MS };
  const worker = startSmtpWorker({ dir: spool, url, clock, onProblem, onNotice: () => {} });
  const left = async (): Promise<string[]> => {
    const names = await Promise.all(['.', 'sending', 'failed'].map((at) => readdir(join(spool, at))));
    return names.flat().filter((name) => name.endsWith('.eml'));
  };
  await vi.waitUntil(async () => (await left()).length === 0, { timeout: 20_000 }).catch(() => null); // said below
  await worker.stop();
  return [...problems, ...(await left()).map((name) => `${name} is left in the spool`)];
}
