import { randomAccessTokens, signedMailTokens } from '@algotheque/adapters-crypto';
import {
  type AuditLog,
  NO_AUDIT,
  type OnNotice,
  type OnProblem,
  type Ports,
  printNotice,
  printProblem,
  systemClock,
} from '@algotheque/domain';
import { Closing } from './closing.ts';
import { networkNotes, ownedFolders } from './places.ts';
import type { Prepared } from './prepare.ts';
import { hasherOf } from './settings/policy.ts';
import { type MailParts, type OnMail, openMail } from './start/mail.ts';
import { serverState } from './start/serverState.ts';
import { asStartError } from './startError.ts';
import { DiskRooms } from './stores/diskRooms.ts';
import { lockForServer } from './stores/findStore.ts';
import { closeFolderToOthers } from './stores/folderMode.ts';
import { openStores } from './stores/openStores.ts';
import { keptSecret } from './stores/secret.ts';
import { type ChecksParts, startChecks } from './stores/startChecks.ts';

export interface BackendHooks {
  readonly onProblem?: OnProblem;
  /** Gets one line about something that was repaired or removed, or that is tried again. Default: `console.error`. */
  readonly onNotice?: OnNotice;
  /** Gets each mail in the outbox; not called if there is a mail server. */
  readonly onMail?: OnMail;
  readonly audit?: AuditLog;
  /** Ports in place of those that are opened here. The caller who gives them closes them. Default: none. */
  readonly ports?: Partial<Ports>;
  readonly onCheck?: ChecksParts['onCheck'];
  /** Gets the number of writes of each commit, for counters. */
  readonly onCommit?: (writes: number) => void;
  readonly onDelivery?: NonNullable<MailParts['onDelivery']>;
  /**
   * Lets SQLite check its file once a day, in a process of its own. Default: false, because a program that embeds the service
   * may not expect further processes.
   */
  readonly checksDatabase?: boolean;
}

export type Backend = Awaited<ReturnType<typeof openBackend>>;
export type ServerLoad = Backend['load'];

/** Locks the local folders, and opens all adapters. @throws StartError; nothing stays open then */
export async function openBackend(prepared: Prepared, hooks: BackendHooks = {}) {
  const closing = new Closing();
  try {
    return await open(prepared, hooks, closing);
  } catch (error) {
    const { onProblem = printProblem } = hooks;
    await closing.close().catch((problem: unknown) => onProblem(problem, 'start')); // the caller gets what refused the start
    throw asStartError(error);
  }
}

async function open(prepared: Prepared, hooks: BackendHooks, closing: Closing) {
  const { settings, places, policy, validator, warnings } = prepared;
  const { onProblem = printProblem, onNotice = printNotice } = hooks;
  const tell = (line: string): void => onProblem(new Error(line), 'start');
  for (const line of [...warnings, ...networkNotes(places)]) (hooks.onNotice ?? tell)(line);
  const { hasStore } = lockForServer(places, closing);
  for (const folder of ownedFolders(places)) closeFolderToOthers(folder, tell);
  const made = prepared.secret ?? (hasStore ? null : keptSecret(places.dataDir, tell));
  // One that is missing beside a store is made when the store is open: a start that is refused changes nothing.
  const secret = () => made ?? keptSecret(places.dataDir, tell, true);
  const rooms = new DiskRooms(places.dataDir, onProblem);
  const { onMail, onCommit } = hooks;
  const storeParts = { secret, onProblem, onNotice, rooms, emailCase: settings.ALGOTHEQUE_EMAIL_CASE, onCommit };
  const { contentStore, ports: records, checkItself, ...ofStores } = await openStores(places, storeParts, closing);
  const mailTokens = signedMailTokens(secret());
  const hasher = hasherOf(settings);
  const { clock = systemClock, mails, rounds } = records;
  /** The last tries to send a mail, milliseconds since the Unix epoch. */
  const mailTries: { taken: number | null; refused: number | null } = { taken: null, refused: null };
  const onDelivery: NonNullable<MailParts['onDelivery']> = (delivery) => {
    mailTries[delivery === 'sent' ? 'taken' : 'refused'] = clock.now();
    hooks.onDelivery?.(delivery);
  };
  const mailing = { mails, mailTokens, rounds, clock, onMail, onDelivery, onProblem, onNotice, rooms, closing };
  const mailer = await openMail(prepared, mailing);
  const ports: Ports = {
    ...records,
    clock,
    contentStore,
    mailer,
    accessTokens: randomAccessTokens(),
    mailTokens,
    hasher,
    audit: hooks.audit ?? NO_AUDIT,
    validator,
    ...hooks.ports,
  };
  const { onCheck = () => {}, checksDatabase = false } = hooks;
  const checking = { checkItself: checksDatabase ? checkItself : undefined, scrub: settings.ALGOTHEQUE_SCRUB };
  const checked = startChecks(ports, { places, ...checking, onProblem, onCheck, closing });
  return {
    ...ofStores,
    ports,
    /** Its hashes are those of its own hasher. */
    load: { hashes: () => hasher.load, mails: () => mails.waiting() },
    serverState: serverState(places, rooms, () => ({ mailTries: { ...mailTries }, ...checked() })),
    policy,
    places,
    /** @param over ends the waiting for what does not end. Default: never */
    close: (over?: Promise<unknown>) => closing.close(over),
  };
}
