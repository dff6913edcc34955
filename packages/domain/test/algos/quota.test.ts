import { describe, expect, it } from 'vitest';
import { DomainError, Responses, SHARE_BYTES } from '../../src/index.ts';
import { confirmedMember, openShares, share } from '../shares/sharing.ts';
import { grant, openSharedAlgo } from '../support/algos.ts';
import { before, failing, noting } from '../support/intercept.ts';
import { member, openWithAda, openWorld, refusal, type World } from '../support/world.ts';

const { Quota_exceeded } = Responses.Algo;
const { Unavailable } = Responses.General;
const DONE = /^resolved/;
/** Of the two with whom `openSharedAlgo` shares. */
const SHARES = 2 * SHARE_BYTES;

/** A source code with this number of bytes. */
const sourceOf = (bytes: number): readonly string[] => ['x'.repeat(bytes - 4)];

const create = ({ service }: Pick<World, 'service'>, caller: Awaited<ReturnType<typeof member>>, bytes = 10) =>
  service.createAlgo({ ownerId: caller.user.id, nom: 'Sort', sourceCode: sourceOf(bytes) }, caller);

const dataOf = (error: unknown): unknown => (error instanceof DomainError ? error.data : error);

async function opened(quota: { algos: number; bytes: number } | null) {
  const calls: string[] = [];
  const { world, ada } = await openWithAda({ policy: { quota }, step: noting(calls) });
  const update = (id: number, bytes: number) =>
    world.service.updateAlgo({ id, changes: { nom: 'Sort', sourceCode: sourceOf(bytes) } }, ada);
  calls.length = 0;
  return { world, ada, calls, update };
}

describe('the quota of a user', () => {
  it('limits the number of algorithms; a deletion for good frees quota', async () => {
    const { world, ada, calls } = await opened({ algos: 3, bytes: 1_000 });
    for (let left = 3; left > 0; left -= 1) await create(world, ada);
    calls.length = 0;
    const refused: unknown = await create(world, ada).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: Quota_exceeded });
    expect(dataOf(refused)).toEqual({
      algos: { used: 3, limit: 3 },
      bytes: { used: 30, limit: 1_000 },
      bin: { algos: 0, bytes: 0 },
    });
    expect(calls).toEqual(['algos.usage', 'history.bytesOf', 'bin.usage']); // nothing was written
    await world.service.deleteAlgo({ id: 2 }, ada);
    const refusedAgain = await create(world, ada).catch((error: unknown) => error);
    expect(refusedAgain, 'the bin counts').toMatchObject({ code: Quota_exceeded, data: { bin: { algos: 1 } } });
    await world.service.purgeAlgo({ id: 2 }, ada);
    await create(world, ada);
    expect(await refusal(create(world, ada))).toBe(Quota_exceeded);
  });

  it('limits the number of bytes, exactly', async () => {
    const { world, ada, update } = await opened({ algos: 10, bytes: 100 });
    await create(world, ada, 60);
    expect(await refusal(create(world, ada, 41))).toBe(Quota_exceeded);
    await create(world, ada, 40);
    expect(await refusal(update(1, 61))).toBe(Quota_exceeded);
    await update(1, 50);
    await update(2, 50);
    expect(await refusal(create(world, ada))).toBe(Quota_exceeded);
    expect(await world.ports.algos.usage(ada.user.id)).toEqual({ algos: 2, bytes: 100 });
    expect(world.contents.staged.size).toBe(0);
  });

  it('applies to each user separately', async () => {
    const { world, ada } = await opened({ algos: 1, bytes: 100 });
    const bob = await member(world, 'bob');
    await create(world, ada);
    await create(world, bob);
    expect([await refusal(create(world, ada)), await refusal(create(world, bob))]).toEqual(
      Array(2).fill(Quota_exceeded),
    );
  });

  it('lets an owner above it replace content by content of the same size or less, and delete', async () => {
    const { world, ada } = await opened(null);
    await create(world, ada, 500);
    const lower = openWorld({ replace: world.ports, policy: { quota: { algos: 1, bytes: 100 } } });
    const update = (bytes: number) =>
      lower.service.updateAlgo({ id: 1, changes: { nom: 'Sort', sourceCode: sourceOf(bytes) } }, ada);
    expect(await refusal(update(501))).toBe(Quota_exceeded);
    await update(500);
    await update(450);
    expect(await refusal(update(451))).toBe(Quota_exceeded);
    await lower.service.deleteAlgo({ id: 1 }, ada);
    await lower.service.purgeAlgo({ id: 1 }, ada);
    await create(lower, ada, 100);
  });

  it('limits the rights on algorithms, exactly; who keeps or loses one is never the reason', async () => {
    const { world, owner, writer, reader, stranger } = await openSharedAlgo({
      policy: { quota: { algos: 5, bytes: 13 + SHARES } },
    });
    const give = (...people: readonly (typeof owner)[]) =>
      refusal(
        world.service.patchAlgo(
          { id: 1, changes: { permsAlgorithme: people.map((one) => grant(one, 'Read')) } },
          owner,
        ),
      );
    const all = [writer, reader, stranger];
    expect(await give(...all)).toBe(Quota_exceeded);
    expect(await give(writer, stranger)).toMatch(DONE);
    expect(await give(writer)).toMatch(DONE);
    expect(await give(...all)).toBe(Quota_exceeded);
    const lower = openWorld({ replace: world.ports, policy: { quota: { algos: 1, bytes: 1 } } });
    const name = { permsAlgorithme: [grant(writer, 'ReadWrite')], nom: 'Renamed' };
    expect(await refusal(lower.service.patchAlgo({ id: 1, changes: name }, owner))).toMatch(DONE);
  });

  it('limits rights and content of one change together', async () => {
    const { world, owner, writer } = await openSharedAlgo({ policy: { quota: { algos: 5, bytes: 13 + SHARES } } });
    const change = (sourceCode: unknown, ...people: readonly (typeof owner)[]) => {
      const permsAlgorithme = people.map((one) => grant(one, 'Read'));
      return refusal(world.service.updateAlgo({ id: 1, changes: { nom: 'Sort', sourceCode, permsAlgorithme } }, owner));
    };
    expect(await change(sourceOf(13 + SHARE_BYTES + 1), writer)).toBe(Quota_exceeded);
    expect(await change(sourceOf(13 + SHARE_BYTES), writer)).toMatch(DONE);
    expect(await world.ports.algos.usage(1)).toEqual({ algos: 1, bytes: 13 + SHARES });
  });

  it('limits shares with people, the same for each address, and gives what waits at any time', async () => {
    const { world, owner } = await openShares({ policy: { quota: { algos: 5, bytes: 2 + 2 * SHARE_BYTES } } });
    const bob = await confirmedMember(world, 'bob');
    expect(await refusal(share({ world, owner }, 'nobody'))).toBe('resolved to undefined');
    expect(await refusal(share({ world, owner }, 'bob'))).toBe('resolved to undefined');
    for (const person of ['cleo', 'bob', bob.user.id, 'nobody'])
      expect(await refusal(share({ world, owner }, person, 'ReadWrite')), String(person)).toBe(
        person === 'cleo' ? Quota_exceeded : 'resolved to undefined',
      );
    const cleo = await confirmedMember(world, 'cleo');
    for (const person of ['cleo', cleo.user.id])
      expect(await refusal(share({ world, owner }, person))).toBe(Quota_exceeded);
    const mail = world.ports.mailer.sent.find(({ mail: { kind } }) => kind === 'share_invitation')?.mail;
    const token = mail !== undefined && 'token' in mail ? mail.token : '';
    expect(await world.service.acceptInvitation(token, cleo)).toEqual({ algos: [1], isComplete: true });
    expect(await world.ports.algos.usage(1)).toEqual({ algos: 1, bytes: 2 + 2 * SHARE_BYTES });
  });

  it('counts content that other users write for the owner, and tells the numbers only to the owner', async () => {
    const { world, owner, writer } = await openSharedAlgo({ policy: { quota: { algos: 5, bytes: 60 + SHARES } } });
    const update = (caller: typeof owner) =>
      world.service.updateAlgo({ id: 1, changes: { nom: 'Sort', sourceCode: sourceOf(61) } }, caller);
    for (const [caller, numbers] of [
      [writer, undefined] as const,
      [owner, { bytes: { used: 13 + SHARES, limit: 60 + SHARES } }] as const,
    ]) {
      const refused: unknown = await update(caller).catch((error: unknown) => error);
      expect(refused).toMatchObject({ code: Quota_exceeded });
      if (numbers === undefined) expect(dataOf(refused)).toBeUndefined();
      else expect(dataOf(refused)).toMatchObject(numbers);
    }
    await create(world, writer, 60); // the quota of the writer is counted apart
  });

  it('reads no store if it is switched off, or for an update that does not grow and keeps nothing', async () => {
    const off = await opened(null);
    await create(off.world, off.ada, 500);
    await off.update(1, 600);
    expect(off.calls).not.toContain('algos.usage');
    const on = await opened({ algos: 9, bytes: 999 });
    await create(on.world, on.ada, 500);
    on.calls.length = 0;
    await on.update(1, 499);
    expect(on.calls, 'whether the former version has room').toContain('algos.usage');
    const unkept = openWorld({
      replace: on.world.ports,
      policy: { history: { versions: 0, versionsMs: 0, savesMs: 0, binMs: 0 } },
      step: noting(on.calls),
    });
    on.calls.length = 0;
    await unkept.service.updateAlgo({ id: 1, changes: { nom: 'Sort', sourceCode: sourceOf(20) } }, on.ada);
    expect(on.calls).not.toContain('algos.usage');
  });

  it('is read once for each creation', async () => {
    const { world, ada, calls } = await opened({ algos: 6, bytes: 1_000 });
    for (let left = 6; left > 0; left -= 1) await create(world, ada);
    expect(calls.filter((call) => call === 'algos.usage')).toHaveLength(6);
  });

  it('refuses the write when it cannot be read, and nothing is written', async () => {
    const { world, ada } = await opened({ algos: 9, bytes: 999 });
    await create(world, ada);
    const down = openWorld({ replace: world.ports, step: failing('algos.usage') });
    expect(await refusal(create(down, ada))).toBe(Unavailable);
    const grown = { nom: 'Sort', sourceCode: sourceOf(50) };
    expect(await refusal(down.service.updateAlgo({ id: 1, changes: grown }, ada))).toBe(Unavailable);
    expect([world.data.algos.size, world.contents.published.size, world.contents.staged.size]).toEqual([1, 1, 0]);
  });
});

describe('a quota in races', () => {
  it('may be exceeded by what is saved at the same moment, and by nothing that comes after it', async () => {
    const { world, ada } = await opened({ algos: 2, bytes: 1_000 });
    await create(world, ada);
    const rival = before('algos.insert', () => create(world, ada));
    const late = openWorld({ replace: world.ports, policy: { quota: { algos: 2, bytes: 1_000 } }, step: rival });
    await create(late, ada);
    expect(await world.ports.algos.usage(ada.user.id)).toEqual({ algos: 3, bytes: 30 });
    for (const { service } of [world, late]) expect(await refusal(create({ service }, ada))).toBe(Quota_exceeded);
    await world.service.deleteAlgo({ id: 1 }, ada);
    await world.service.purgeAlgo({ id: 1 }, ada);
    expect(await refusal(create(world, ada))).toBe(Quota_exceeded);
  });

  it('holds for what another server has saved before', async () => {
    const { world, ada } = await opened({ algos: 4, bytes: 1_000 });
    await create(world, ada);
    const other = openWorld({ replace: world.ports, policy: { quota: { algos: 4, bytes: 1_000 } } });
    for (let left = 3; left > 0; left -= 1) await create(other, ada);
    const refused: unknown = await create(world, ada).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: Quota_exceeded, data: { algos: { used: 4, limit: 4 } } });
  });

  it('is checked again when another update made the content smaller first', async () => {
    const { world, ada } = await opened({ algos: 9, bytes: 100 });
    await create(world, ada, 60);
    const policy = { quota: { algos: 9, bytes: 100 } };
    const rival = async () => {
      await world.service.updateAlgo({ id: 1, changes: { nom: 'Sort', sourceCode: sourceOf(10) } }, ada);
      await create(world, ada, 80);
    };
    const late = openWorld({ replace: world.ports, policy, step: before('algos.compareAndSet', rival) });
    const update = late.service.updateAlgo({ id: 1, changes: { nom: 'Late', sourceCode: sourceOf(60) } }, ada);
    expect(await refusal(update)).toBe(Quota_exceeded);
    expect(await world.ports.algos.usage(ada.user.id)).toEqual({ algos: 2, bytes: 90 });
    expect(world.contents.staged.size).toBe(0);
  });
});
