import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS, Responses } from '../../src/index.ts';
import { emailOf, member, refusal } from '../support/world.ts';
import { DAY, openShares, share, shareMails, sharesOf } from './sharing.ts';

const { Too_many_requests } = Responses.General;
const HOUR = 3_600_000;
const MANY = { limit: 1_000_000, windowMs: HOUR };
const DONE = 'resolved to undefined';

const open = (fields: Partial<typeof DEFAULT_LIMITS> = {}) =>
  openShares({ policy: { limits: { ...DEFAULT_LIMITS, ...fields } } });

describe('shares', () => {
  it('are 100 an hour of one user', async () => {
    const { world, owner } = await open();
    const from = (index: number) => ({ world, owner: { ...owner, address: `198.51.100.${index % 20}` } });
    for (let index = 0; index < 100; index += 1) await share(from(index), 'bob');
    expect(await refusal(share(from(100), 'bob'))).toBe(Too_many_requests);
    expect(world.ports.audit.events.at(-1)).toMatchObject({ action: 'limit.refused', limit: 'share', targetId: 1 });
    expect(await sharesOf(world)).toEqual({ users: [], waiting: [emailOf('bob')] });
    world.clock.advance(HOUR);
    expect(await refusal(share(from(100), 'bob'))).toBe(DONE);
  });

  it('are 300 an hour from one address', async () => {
    const { world, owner } = await open({ share: MANY });
    for (let index = 0; index < 300; index += 1) await share({ world, owner }, 'bob');
    expect(await refusal(share({ world, owner }, 'bob'))).toBe(Too_many_requests);
    expect(world.ports.audit.events.at(-1)).toMatchObject({ limit: 'shareAddress' });
    expect(await refusal(share({ world, owner: { ...owner, address: '198.51.100.7' } }, 'bob'))).toBe(DONE);
  });

  it('are 1,500 an hour from one IPv6 network', async () => {
    const { world, owner } = await open({ share: MANY });
    const from = (index: number) => ({ world, owner: { ...owner, address: `2001:db8:0:${index.toString(16)}::1` } });
    for (let index = 0; index < 1_500; index += 1) await share(from(index % 10), 'bob');
    expect(await refusal(share(from(200), 'bob'))).toBe(Too_many_requests);
    expect(world.ports.audit.events.at(-1)).toMatchObject({ limit: 'shareNetwork' });
  });

  it('send 20 mails a day to one address, in silence', async () => {
    const { world, owner } = await open();
    const bob = emailOf('bob').toUpperCase();
    for (let id = 2; id <= 22; id += 1) {
      await world.service.createAlgo({ ownerId: 1, nom: 'Euclid', sourceCode: {} }, owner);
      const email = id % 2 === 0 ? bob : emailOf('bob');
      await world.service.shareAlgo({ id, share: { email, droits: 'Read' } }, owner);
    }
    await share({ world, owner }, 'cleo');
    expect(shareMails(world).filter((mail) => mail.toLowerCase().includes(emailOf('bob')))).toHaveLength(20);
    expect(shareMails(world).at(-1)).toBe(`share_invitation ${emailOf('cleo')} en`);
    expect((await sharesOf(world, 22)).waiting).toHaveLength(1);
    world.clock.advance(DAY);
    await world.service.resumeWork();
    expect(shareMails(world)).toHaveLength(21);
  });

  it('of all owners together who have not confirmed their own address send 20 mails a day to one address', async () => {
    const { world } = await open();
    for (let index = 0; index < 21; index += 1) {
      const caller = await member(world, `owner${index}`);
      await world.service.createAlgo({ ownerId: caller.user.id, nom: 'Euclid', sourceCode: {} }, caller);
      await world.service.shareAlgo({ id: index + 2, share: { email: emailOf('bob'), droits: 'Read' } }, caller);
      world.clock.advance(HOUR); // registrations are limited, too
    }
    expect(shareMails(world)).toHaveLength(20);
  });
});
