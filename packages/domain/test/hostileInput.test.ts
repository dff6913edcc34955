import { describe, expect, it } from 'vitest';
import { type Caller, DomainError, Responses } from '../src/index.ts';
import { SHAPELESS, UNREADABLE } from './support/hostile.ts';
import { openNotedWorld } from './support/notedWorld.ts';
import { PASSWORD, refusal, type World } from './support/world.ts';

const { Invalid_data, Missing_data, Unauthorized } = Responses.General;
const { Invalid_token } = Responses.User;

type Run = (world: World, input: unknown, caller: Caller) => Promise<unknown>;

// An embedder without a compiler can pass anything: the casts below are what these tests are about.
const anything = (input: unknown) => input as never;

/** Every use case that takes an object, as a call with that object. */
const OBJECTS: Readonly<Record<string, Run>> = {
  registerUser: ({ service }, input) => service.registerUser(input),
  resendConfirmation: ({ service }, input) => service.resendConfirmation(input),
  login: ({ service }, input) => service.login(input),
  recoverPassword: ({ service }, input) => service.recoverPassword(input),
  resetPassword: ({ service }, input) => service.resetPassword(anything(input)),
  'changes of resetPassword': ({ service }, changes) => service.resetPassword({ token: 'x', changes }),
  updateUser: ({ service }, input, caller) => service.updateUser(anything(input), caller),
  'changes of updateUser': ({ service }, changes, caller) => service.updateUser({ id: 1, changes }, caller),
  deleteUser: ({ service }, input, caller) => service.deleteUser(anything(input), caller),
  'proof of deleteUser': ({ service }, proof, caller) => service.deleteUser({ id: 1, proof }, caller),
  requestEmail: ({ service }, input, caller) => service.requestEmail(anything(input), caller),
  'changes of requestEmail': ({ service }, changes, caller) => service.requestEmail({ id: 1, changes }, caller),
  endSession: ({ service }, input, caller) => service.endSession(anything(input), caller),
  endSessions: ({ service }, input, caller) => service.endSessions(anything(input), caller),
  'which of endSessions': ({ service }, which, caller) => service.endSessions({ id: 1, which }, caller),
  createAlgo: ({ service }, input, caller) => service.createAlgo(input, caller),
  getAlgo: ({ service }, input, caller) => service.getAlgo(anything(input), caller),
  listAlgos: ({ service }, input, caller) => service.listAlgos(anything(input), caller),
  copyAlgo: ({ service }, input, caller) => service.copyAlgo(anything(input), caller),
  'changes of copyAlgo': ({ service }, changes, caller) => service.copyAlgo({ id: 1, changes }, caller),
  searchAlgos: ({ service }, input, caller) => service.searchAlgos(anything(input), caller),
  importAlgos: ({ service }, input, caller) => service.importAlgos(anything(input), caller),
  'page of listAlgos': ({ service }, page, caller) => service.listAlgos({ id: 1, page }, caller),
  updateAlgo: ({ service }, input, caller) => service.updateAlgo(anything(input), caller),
  'changes of updateAlgo': ({ service }, changes, caller) => service.updateAlgo({ id: 1, changes }, caller),
  leaveAlgo: ({ service }, input, caller) => service.leaveAlgo(anything(input), caller),
  leaveOwner: ({ service }, input, caller) => service.leaveOwner(anything(input), caller),
  deleteAlgo: ({ service }, input, caller) => service.deleteAlgo(anything(input), caller),
  listVersions: ({ service }, input, caller) => service.listVersions(anything(input), caller),
  getVersion: ({ service }, input, caller) => service.getVersion(anything(input), caller),
  restoreVersion: ({ service }, input, caller) => service.restoreVersion(anything(input), caller),
  listBin: ({ service }, input, caller) => service.listBin(anything(input), caller),
  'page of listBin': ({ service }, page, caller) => service.listBin({ page }, caller),
  restoreAlgo: ({ service }, input, caller) => service.restoreAlgo(anything(input), caller),
  purgeAlgo: ({ service }, input, caller) => service.purgeAlgo(anything(input), caller),
};

/** Every use case that takes a single value. */
const VALUES: Readonly<Record<string, readonly [code: string, run: Run]>> = {
  confirmUser: [Invalid_token, ({ service }, input) => service.confirmUser(input)],
  checkRecovery: [Invalid_token, ({ service }, input) => service.checkRecovery(input)],
  checkEmail: [Invalid_token, ({ service }, input) => service.checkEmail(input)],
  changeEmail: [Invalid_token, ({ service }, input) => service.changeEmail(input)],
  checkEmailBack: [Invalid_token, ({ service }, input) => service.checkEmailBack(input)],
  takeBackEmail: [Invalid_token, ({ service }, input) => service.takeBackEmail(input)],
  checkInvitation: [Invalid_token, ({ service }, input) => service.checkInvitation(input)],
  acceptInvitation: [Invalid_token, ({ service }, input, caller) => service.acceptInvitation(input, caller)],
  refuseInvitations: [Invalid_token, ({ service }, input) => service.refuseInvitations(input)],
  'token of resetPassword': [
    Invalid_token,
    ({ service }, token) => service.resetPassword({ token, changes: { password: PASSWORD } }),
  ],
  authenticate: [Unauthorized, ({ service }, input) => service.authenticate(input)],
  getUser: [Invalid_data, ({ service }, input, caller) => service.getUser(input, caller)],
  exportUser: [Invalid_data, ({ service }, input, caller) => service.exportUser(input, caller)],
  listSessions: [Invalid_data, ({ service }, input, caller) => service.listSessions(input, caller)],
  'session of endSession': [
    Invalid_data,
    ({ service }, sessionId, caller) => service.endSession({ id: 1, sessionId }, caller),
  ],
  'user of deleteUser': [Invalid_data, ({ service }, id, caller) => service.deleteUser({ id }, caller)],
};

describe.each(Object.entries(OBJECTS))('%s', (_name, run) => {
  it.each(SHAPELESS)('refuses %s before it calls a port', async (input) => {
    const { world, caller, calls } = await openNotedWorld();
    expect(await refusal(run(world, input, caller))).toBe(Invalid_data);
    expect(calls).toEqual([]);
  });

  it.each(Object.entries(UNREADABLE))('refuses %s, and does not repeat it', async (_what, make) => {
    const { world, caller, calls } = await openNotedWorld();
    const error = await run(world, make(), caller).catch((problem: unknown) => problem);
    expect(error).toBeInstanceOf(DomainError);
    expect(JSON.stringify(error)).not.toContain('secret');
    expect([Invalid_data, Missing_data]).toContain(error instanceof DomainError ? error.code : error);
    expect(calls).toEqual([]);
  });
});

describe.each(Object.entries(VALUES))('%s', (_name, [code, run]) => {
  const wrong: readonly unknown[] = [...SHAPELESS.filter((one) => one !== 12), undefined, {}, 'x'.repeat(5_000_000)];

  it.each(wrong.map((value, index) => ({ value, index })))('refuses value $index', async ({ value }) => {
    const { world, caller, calls } = await openNotedWorld();
    expect(await refusal(run(world, value, caller))).toBe(code);
    expect(calls.filter((call) => call !== 'mailTokens.read')).toEqual([]);
  });

  it('refuses an object that converts itself to valid values', async () => {
    const { world, caller } = await openNotedWorld();
    const chameleon = { valueOf: () => 1, toString: () => '1', length: 43, [Symbol.toPrimitive]: () => 1 };
    expect(await refusal(run(world, chameleon, caller))).toBe(code);
  });
});
