import { createHash } from 'node:crypto';
import { signedMailTokens } from '@algotheque/adapters-crypto';
import type { AccessTokens, ServerState } from '@algotheque/domain';
import { DEFAULT_POLICY } from '@algotheque/domain';
import { memoryPorts } from '@algotheque/domain/memory';
import { createApp, createContainer, createLogger, listen } from '@algotheque/http-koa';
import type { RecordedAnswer } from '../../packages/http-koa/generate/index.ts';
import { Recorder } from './recorder.ts';
import { accounts } from './sessions/accounts.ts';
import { administration } from './sessions/administration.ts';
import { algorithms } from './sessions/algorithms.ts';
import { failures } from './sessions/failures.ts';
import { folders } from './sessions/folders.ts';

const SERVER_STATE: ServerState = {
  version: '0.1.0',
  kinds: { records: 'SQLite', content: 'files', mails: 'SMTP' },
  disks: [{ holds: ['records', 'content'], freeBytes: 21_474_836_480, reserveBytes: 8_388_608 }],
  mailTries: { taken: 1_767_225_600_000, refused: null },
  contents: {
    began: 1_767_225_600_000,
    damaged: 0,
    isRunning: true,
    last: { began: 1_764_633_600_000, ended: 1_764_720_000_000, damaged: 1 },
  },
  database: { date: 1_767_225_660_000, result: 'intact' },
};

/**
 * The answers of a server to a session that uses every route. Each run has the same answers: the clock stands, the store is new,
 * and the tokens are counted.
 */
export async function recordedSession(): Promise<readonly RecordedAnswer[]> {
  const ports = { ...memoryPorts(), mailTokens: signedMailTokens(createHash('sha256').update('examples').digest()) };
  const { audit: _silent, ...stores } = ports;
  let isReady = true;
  const container = createContainer(
    { ...stores, accessTokens: countedTokens() },
    {
      policy: {
        quota: { algos: 2, bytes: 1_073_741_824 },
        folders: { perUser: 3, depth: 2 },
        history: { ...DEFAULT_POLICY.history, savesMs: 0 }, // the session saves twice at once
      },
      http: { isReady: () => isReady },
      logger: createLogger({ level: 'silent' }),
      serverState: async () => SERVER_STATE,
    },
  );
  const { address, drain } = await listen(createApp(container));
  const recorder = new Recorder(`http://127.0.0.1:${address.port}`, ports);
  const people = await accounts(recorder);
  await algorithms(recorder, people);
  await folders(recorder, people);
  await administration(recorder, people, ports);
  await failures(recorder, people);
  isReady = false;
  await recorder.call('ready', 'GET /readyz');
  await drain();
  return recorder.answers;
}

/** Tokens of the right form: the first one, the second one, and so on. */
function countedTokens(): AccessTokens {
  let made = 0;
  const digest = (token: string) => createHash('sha256').update(token).digest('hex');
  return {
    make() {
      made += 1;
      const token = createHash('sha256').update(`token ${made}`).digest('base64url');
      return { token, digest: digest(token) };
    },
    digest,
  };
}
