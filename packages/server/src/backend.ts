import { argon2Hasher, randomAccessTokens, signedMailTokens } from '@algotheque/adapters-crypto';
import { type DataFolderLock, lockDataFolder } from '@algotheque/adapters-fs';
import {
  type AlgoValidator,
  type AuditLog,
  defaultValidator,
  type OnProblem,
  type Policy,
  type Ports,
  systemClock,
} from '@algotheque/domain';
import { schemaValidator } from './algoSchema.ts';
import { Closing } from './closing.ts';
import { type OnMail, openMail } from './mail.ts';
import { ownedFolders, type Places, placesOf } from './places.ts';
import { policyOf } from './policy.ts';
import { loadSecret } from './secret.ts';
import type { Settings } from './settings/loadSettings.ts';
import { asStartError } from './startError.ts';
import { openStores } from './stores/openStores.ts';

export interface BackendHooks {
  readonly onProblem?: OnProblem;
  /** Told of each mail in the outbox; not where a mail server drains the spool. */
  readonly onMail?: OnMail;
  readonly audit?: AuditLog;
}

/** Every port, opened as the settings say. */
export interface Backend {
  readonly ports: Ports;
  readonly policy: Policy;
  readonly places: Places;
  /** Rejects, later than the opening, when a store that was out of reach then turns out not to be ours to use. */
  readonly refused: Promise<never>;
  close(): Promise<void>;
}

/**
 * Takes the local folders, and opens all adapters.
 * @throws StartError for what an operator can mend; nothing stays open then
 */
export async function openBackend(settings: Settings, hooks: BackendHooks = {}): Promise<Backend> {
  const closing = new Closing();
  try {
    return await open(settings, hooks, closing);
  } catch (error) {
    await closing.close();
    throw asStartError(error);
  }
}

async function open(settings: Settings, hooks: BackendHooks, closing: Closing): Promise<Backend> {
  const places = placesOf(settings);
  const onProblem = hooks.onProblem ?? ((problem, where) => console.error(`${where}:`, problem));
  const release = (lock: DataFolderLock) => lock.release();
  for (const folder of ownedFolders(places)) closing.add(lockDataFolder(folder), release);
  const secret = loadSecret(settings, places.dataDir);
  const validator = validatorOf(settings);
  const policy = policyOf(settings);
  const { refused, ...stores } = await openStores(places, { secret, onProblem }, closing);
  refused.catch((problem) => onProblem(problem, 'store'));
  const mailer = await openMail(settings, { place: places.mail, onMail: hooks.onMail, onProblem, closing });
  const ports: Ports = {
    ...stores,
    mailer,
    accessTokens: randomAccessTokens(),
    mailTokens: signedMailTokens(secret),
    hasher: argon2Hasher({
      memoryKiB: settings.hashMemory,
      iterations: settings.hashIterations,
      parallelism: settings.hashParallelism,
    }),
    audit: hooks.audit ?? { record() {} },
    clock: systemClock,
    validator,
  };
  return { ports, policy, places, refused, close: () => closing.close() };
}

function validatorOf(settings: Settings): AlgoValidator {
  const { sourceMaxBytes: maxBytes, sourceMaxDepth: maxDepth, sourceMaxValues: maxValues, algoSchema } = settings;
  const bounds = defaultValidator({ maxBytes, maxDepth, maxValues });
  return algoSchema === null ? bounds : schemaValidator(algoSchema, bounds);
}
