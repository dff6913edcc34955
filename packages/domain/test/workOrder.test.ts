import { describe, expect, it } from 'vitest';
import { openNotedWorld } from './support/notedWorld.ts';
import { emailOf, mailedToken, PASSWORD, register } from './support/world.ts';

describe('the work of a successful request', () => {
  const callsOf = async (run: (noted: Awaited<ReturnType<typeof openNotedWorld>>) => Promise<unknown>) => {
    const noted = await openNotedWorld();
    await run(noted);
    return noted.calls;
  };

  it('is, for a registration: read, hash, save, token, mail', async () => {
    const body = { email: emailOf('new'), password: PASSWORD, pseudo: 'New' };
    expect(await callsOf(({ world }) => world.service.registerUser(body))).toEqual([
      'limiter.hit',
      'users.findByEmail',
      'hasher.hash',
      'users.insert',
      'limiter.hit', // the address has room for one more mail
      'mailTokens.make',
      'mailer.send',
      'dueWork.end',
    ]);
  });

  it('is, for a creation: the record, then its file', async () => {
    const body = { ownerId: 1, nom: 'Sort', sourceCode: {} };
    expect(await callsOf(({ world, caller }) => world.service.createAlgo(body, caller))).toEqual([
      'algos.usage',
      'history.bytesOf', // former versions go where the rest needs their room
      'algos.nextId',
      'contentStore.stage', // no reader sees it until the record names it
      'algos.insert',
      'contentStore.publish', // the file is there when the answer says so
      'users.findById',
    ]);
  });

  it('is, for a share with an address, one mail and two commits, whether an account has it or not', async () => {
    const share = (name: string) => ({ id: 1, share: { email: emailOf(name), droits: 'Read' } });
    const known = await callsOf(async ({ world, caller, calls }) => {
      await register(world, 'known');
      await world.service.confirmUser(mailedToken(world, 'confirm'));
      calls.length = 0;
      await world.service.shareAlgo(share('known'), caller);
    });
    const unknown = await callsOf(({ world, caller }) => world.service.shareAlgo(share('unknown'), caller));
    const making = unknown.indexOf('mailTokens.make');
    const order = unknown.with(making - 1, 'users.findById').with(making, 'limiter.remembers');
    // For a known address its user is read, who may have refused the owner meanwhile, and no invitation is made.
    expect(known).toEqual(order);
    expect(unknown).toEqual([
      'algos.findById',
      'users.findById', // the account of the owner can have been taken over meanwhile
      'limiter.hit', // two more for an owner who has not confirmed the own address
      'limiter.hit',
      'limiter.hit',
      'limiter.hit',
      'users.findByMailbox', // in another case of letters
      'users.findByEmail',
      'limiter.remembers', // the user may refuse the owner
      'algos.usage', // a share counts for the quota
      'history.bytesOf',
      'algos.compareAndSet',
      'users.findById',
      'limiter.remembers', // the reader of the address may want no more invitations
      'mailTokens.make',
      'limiter.hit',
      'limiter.hit',
      'mailer.send',
      'algos.compareAndSet', // the mail is not due any more
    ]);
  });

  it('is, for a deletion: the record, then its file', async () => {
    expect(await callsOf(({ world, caller }) => world.service.deleteAlgo({ id: 1 }, caller))).toEqual([
      'algos.findById',
      'bin.add',
      'contentStore.move',
    ]);
  });

  it('is, for a removal from the bin: the entry, then its file', async () => {
    const removal = await callsOf(async ({ world, caller, calls }) => {
      await world.service.deleteAlgo({ id: 1 }, caller);
      calls.length = 0;
      await world.service.purgeAlgo({ id: 1 }, caller);
    });
    expect(removal).toEqual([
      'bin.find',
      'contentStore.noteRemoval',
      'bin.remove',
      'contentStore.delete',
      'history.listKeys',
    ]);
  });
});
