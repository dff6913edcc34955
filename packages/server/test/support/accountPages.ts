import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { memoryPorts } from '@algotheque/domain/memory';
import { createApp, createLogger } from '@algotheque/http-koa';
import { simpleParser } from 'mailparser';
import { freeServer } from '../../../../test/support/httpServer.ts';
import { makeScratch } from '../../../../test/support/scratchFolder.ts';
import { openLocal } from '../../src/openLocal.ts';
import { mailFiles } from './outbox.ts';

interface Account {
  readonly email: string;
  readonly password: string;
}

/** The service on SQLite and its outbox, behind a server in this process, with a clock that the test moves. */
export interface AccountPages {
  readonly url: string;
  readonly clock: { advance(ms: number): void };
  /** Sends JSON. @returns the status of the answer */
  post(path: string, json: unknown, language?: string): Promise<number>;
  /** Asks for another e-mail address. @returns the status of the answer */
  askEmail(account: Account, newEmail: string, language: string): Promise<number>;
  /** The HTML of the last mail in the outbox. */
  lastMail(): Promise<string>;
  close(): Promise<void>;
}

/** @param appUrl the address of the front end */
export async function accountPages(appUrl: string): Promise<AccountPages> {
  const dataDir = makeScratch();
  const { url, serve, ...server } = await freeServer();
  const { clock } = memoryPorts();
  const settings = { ALGOTHEQUE_URL: url, ALGOTHEQUE_RATE_LIMITS: 'off' };
  const { service, close } = await openLocal({ dataDir, settings, ports: { clock } });
  const logger = createLogger({ level: 'error' });
  const handle = createApp({ service, logger, http: { appUrl } }).callback();
  serve((request, response) => void handle(request, response));
  const post = (path: string, json: unknown, headers: Readonly<Record<string, string>>) =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(json),
    });
  return {
    url,
    clock,
    async post(path, json, language = 'en') {
      return (await post(path, json, { 'Accept-Language': language })).status;
    },
    async askEmail(account, newEmail, language) {
      const { token, utilisateur } = await service.login(account);
      const json = { currentPassword: account.password, newEmail };
      const headers = { Authorization: `Bearer ${token}`, 'Accept-Language': language };
      return (await post(`/api/users/${utilisateur.id}/email`, json, headers)).status;
    },
    async lastMail() {
      const last = (await mailFiles(join(dataDir, 'outbox'))).at(-1) ?? '';
      const { html } = await simpleParser(await readFile(last));
      return String(html);
    },
    async close() {
      await server.close();
      await close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
