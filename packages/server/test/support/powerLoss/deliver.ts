import { startSmtpWorker } from '@algotheque/adapters-mail';
import { systemClock } from '@algotheque/domain';
import { vi } from 'vitest';
import { type Backend, openBackend } from '../../../src/backend.ts';
import { mailFormOf } from '../../../src/mails/mailForm.ts';
import { prepare } from '../../../src/prepare.ts';
import { loadSettings } from '../../../src/settings/loadSettings.ts';
import { openedService } from '../storedState/openedService.ts';

const LATER_MS = 7_200_000; // a mail that was tried once is due by then

/**
 * Starts on a data folder as a server does, and sends the mails that wait to the SMTP server: what is due, and two hours later the rest.
 * @returns the reported problems, and what is left of the mails
 */
export async function deliver(dir: string, port: number): Promise<string[]> {
  const problems: string[] = [];
  const onProblem = (problem: unknown): void => void problems.push(String(problem));
  const url = `smtp://127.0.0.1:${port}`;
  const settings = loadSettings({ ALGOTHEQUE_DATA_DIR: dir, ALGOTHEQUE_MAIL_URL: url });
  const prepared = await prepare(settings);
  const backend: Backend = await openBackend(prepared, { onProblem, onNotice: () => {} });
  try {
    const service = openedService(backend, onProblem);
    await service.resumeWork();
    await service.close();
    const { mails, mailTokens } = backend.ports;
    const clock = { ...systemClock, now: () => systemClock.now() + LATER_MS };
    const form = mailFormOf(settings, prepared.policy, prepared.mailTemplates);
    const worker = startSmtpWorker({ mails, mailTokens, ...form, url, clock, onProblem, onNotice: () => {} });
    const left = () => mails.list({ after: '', limit: 1_000 });
    await vi.waitUntil(async () => (await left()).length === 0, { timeout: 20_000 }).catch(() => null); // said below
    await worker.stop();
    return [...problems, ...(await left()).map(({ name }) => `${name} is left among the mails`)];
  } finally {
    await backend.close();
  }
}
