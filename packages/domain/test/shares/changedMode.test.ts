import { expect, it } from 'vitest';
import { memoryPorts } from '../../testkit/memory/index.ts';
import { mailedToken, openWorld, type World } from '../support/world.ts';
import { confirmedMember, openShares, rightOf, shareMails, sharesOf } from './sharing.ts';

/** The same stores, on which addresses are compared without regard to case from now on. */
function folded({ clock, data, contents }: World): World {
  const ports = memoryPorts({ clock, data, contents, mailKey: 'key', emailCase: 'folded' });
  const policy = { limits: null, emailCase: 'folded' } as const;
  return { ...openWorld({ policy, replace: ports }), ports, clock, data, contents };
}

const shareWith = (
  { world, owner }: Awaited<ReturnType<typeof openShares>>,
  email: string,
  droits: 'Read' | 'ReadWrite',
) => world.service.shareAlgo({ id: 1, share: { email, droits } }, owner);

/** Two rights wait for addresses that are one now. */
async function twins() {
  const { world, owner } = await openShares();
  await shareWith({ world, owner }, 'Bob@example.org', 'ReadWrite');
  await shareWith({ world, owner }, 'bob@example.org', 'Read');
  const link = mailedToken(world, 'share_invitation');
  return { world: folded(world), owner, link };
}

it('everything that waits for an address is given together: the stronger right, and no mail beside the invitation', async () => {
  const { world, link } = await twins();
  const bob = await confirmedMember(world, 'other');
  await world.service.acceptInvitation(link, bob);
  expect(await sharesOf(world)).toEqual({ users: [2], waiting: [] });
  expect(await rightOf(world, 2)).toBe('ReadWrite');
  expect(shareMails(world)).toEqual([]);
});

it('a share with the address takes the place of everything that waits for it, and a withdrawal ends all of it', async () => {
  const { world, owner } = await twins();
  await shareWith({ world, owner }, 'BOB@example.org', 'Read');
  expect((await sharesOf(world)).waiting).toEqual(['BOB@example.org']);
  const again = await twins();
  await again.world.service.endWaitingShare({ id: 1, share: { email: 'BOB@example.org' } }, again.owner);
  expect(await sharesOf(again.world)).toEqual({ users: [], waiting: [] });
});
