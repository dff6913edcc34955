import { impossibleInUser } from '../../src/storedValues.ts';
import { ask } from '../users/asking.ts';
import { emailOf, logIn, mailedToken, openWorld, PASSWORD, refusal, register, type World } from './world.ts';

/** An account before two operations race. */
export interface Start {
  readonly isConfirmed: boolean;
  /** The names of the addresses that it was changed to, in their order. */
  readonly moves: readonly string[];
  /** The name of the address that was asked for; null for none. */
  readonly pending: string | null;
}

const PASSWORDS = { before: PASSWORD, reset: 'a reset password', change: 'a changed password' };

/** Everything that can change an account, or is decided from it. Links are those that went out before the race. */
export const OPERATIONS = [
  'confirm',
  'ask for b',
  'ask for c',
  'ask for ada',
  'change the address',
  'take the first address back',
  'take the second address back',
  'reset',
  'change the password',
  'log in',
  'resend',
  'recover',
  'resume',
  'delete',
] as const;
export type OperationName = (typeof OPERATIONS)[number];

/** Runs one operation, and another one in the middle of it. */
export interface Race {
  readonly start: Start;
  readonly one: OperationName;
  readonly other: OperationName;
}

/**
 * Runs the second operation before the call of this number, from 0, that the first one makes to a port.
 * @returns the outcome, and the name of that call; null if the first operation made fewer calls
 */
export async function outcomeWithin({ start, one, other }: Race, callNumber: number) {
  let [calls, interrupted, result] = [-1, null as string | null, ''];
  const stage = await openStage(start, async (call) => {
    calls += 1;
    if (calls !== callNumber) return;
    interrupted = call;
    result = await resultOf(stage.operations[other]);
  });
  stage.begin();
  const first = await resultOf(stage.operations[one]);
  return interrupted === null ? null : { call: interrupted, outcome: `${first}, ${result}: ${await stage.end()}` };
}

/** The outcome of the two one after the other; the result of `one` is the first. */
export async function outcomeInTurn({ start, one, other }: Race, isOtherFirst: boolean): Promise<string> {
  const { operations, end } = await openStage(start, async () => {});
  const early = isOtherFirst ? await resultOf(operations[other]) : '';
  const first = await resultOf(operations[one]);
  const result = isOtherFirst ? early : await resultOf(operations[other]);
  return `${first}, ${result}: ${await end()}`;
}

const resultOf = async (operate: () => Promise<unknown>): Promise<string> =>
  (await refusal(operate())).replace(/^resolved.*/s, 'done').replace('Responses.', '');

/** @param beforeCall runs before each call to a port, from the start of the race on, but not before those of its own work */
async function openStage(start: Start, beforeCall: (call: string) => Promise<void>) {
  let isRacing = false;
  const world = openWorld({
    endsWithAnswer: true,
    policy: { limits: null },
    async step(call, work) {
      if (!isRacing) return work();
      isRacing = false;
      await beforeCall(call);
      isRacing = true;
      return work();
    },
  });
  const operations = await operationsOn(world, start);
  const begin = (): void => {
    isRacing = true;
  };
  return { operations, begin, end: () => endOf(world) };
}

async function operationsOn(world: World, { isConfirmed, moves, pending }: Start) {
  const { service, ports } = world;
  const { id } = await register(world, 'ada');
  const confirmation = mailedToken(world, 'confirm');
  if (isConfirmed) await service.confirmUser(confirmation);
  const { caller } = await logIn(world, 'ada');
  for (const name of moves) {
    await ask(world, caller, emailOf(name));
    await service.changeEmail(mailedToken(world, 'change_email'));
  }
  if (pending !== null) await ask(world, caller, emailOf(pending));
  const email = emailOf(moves.at(-1) ?? 'ada');
  await service.recoverPassword({ email });
  const tokens = (kind: string) =>
    ports.mailer.sent.flatMap(({ mail }) => (mail.kind === kind && 'token' in mail ? mail.token : []));
  const [recovery, [back = '', secondBack = ''], change = ''] = [
    mailedToken(world, 'recover'),
    tokens('email_changed'),
    tokens('change_email').at(-1),
  ];
  await service.settled(); // else work of the login would be a call of the race
  const askFor = (name: string) => () => ask(world, caller, emailOf(name));
  return {
    confirm: () => service.confirmUser(confirmation),
    'ask for b': askFor('b'),
    'ask for c': askFor('c'),
    'ask for ada': askFor('ada'),
    'change the address': () => service.changeEmail(change),
    'take the first address back': () => service.takeBackEmail(back),
    'take the second address back': () => service.takeBackEmail(secondBack),
    reset: () => service.resetPassword({ token: recovery, changes: { password: PASSWORDS.reset } }),
    'change the password': () =>
      service.updateUser({ id, changes: { currentPassword: PASSWORD, newPassword: PASSWORDS.change } }, caller),
    'log in': () => service.login({ email, password: PASSWORD }),
    resend: () => service.resendConfirmation({ email }),
    recover: () => service.recoverPassword({ email }),
    async resume() {
      world.clock.advance(60_001); // what is due is due for long then
      await service.resumeWork();
    },
    delete: () => service.deleteUser({ id }, caller),
  } satisfies Record<OperationName, () => Promise<unknown>>;
}

/** What the account is in the end, and which password it has. */
async function endOf({ data, ports }: World): Promise<string> {
  const row = data.users.get(1);
  if (row === undefined || row.deleted) return 'gone';
  const { adresseMail, isVerified, mdpHash, emailChange, due } = row.user;
  const known = Object.entries(PASSWORDS);
  const matches = await Promise.all(known.map(([, password]) => ports.hasher.verify(password, mdpHash)));
  const [password] = known[matches.indexOf(true)] ?? ['one that nobody knows'];
  const { pending, former } = emailChange;
  const emails = { adresseMail, pending: pending?.adresseMail, former: former.map((one) => one.adresseMail) };
  return JSON.stringify({
    ...emails,
    isVerified,
    password,
    due: due.map(({ kind }) => kind),
    damage: impossibleInUser(row.user),
  });
}
