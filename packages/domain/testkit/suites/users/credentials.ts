import type { UserRepository } from '@algotheque/domain';
import { equal, equalOneTrue } from '../assert.ts';
import { race } from '../capabilities.ts';
import type { Fixture } from '../runner.ts';
import { newUser, newUsers } from '../samples.ts';
import type { AddTest } from '../suite.ts';

/** Changes of passwords and of the confirmed e-mail, which callers race for. */
export function addCredentialTests(test: AddTest<Fixture<UserRepository>>): void {
  test('lets one of 30 racing new passwords succeed', { uses: 'another' }, async (fixture, ports) => {
    const { id } = await fixture.port.insert(newUser());
    const results = await Promise.all(
      race(ports, 30, (port, index) => port.update(id, 1, { mdpHash: `hash ${index}` })),
    );
    const winners = results.filter((result) => result !== null);
    equal(winners.length, 1, 'winners');
    equal(await fixture.port.findById(id), winners[0]);
    equal(winners[0]?.credentialsVersion, 2);
  });

  test('replaces exactly the given hash, and keeps credentialsVersion', async ({ port }) => {
    const user = await port.insert(newUser({ mdpHash: 'from' }));
    for (const other of ['From', 'fro', 'from ', '']) equal(await port.rehash(user.id, other, 'to'), false, other);
    equal(await port.rehash(user.id + 1, 'from', 'to'), false, 'an absent user');
    equal(await port.findById(user.id), user);
    equal(await port.rehash(user.id, 'from', 'to'), true);
    equal(await port.findById(user.id), { ...user, mdpHash: 'to' });
    equal(await port.rehash(user.id, 'from', 'again'), false, 'the hash was replaced');
  });

  test('lets one of 30 racing rehashes succeed', { uses: 'another' }, async (fixture, ports) => {
    const { id } = await fixture.port.insert(newUser({ mdpHash: 'from' }));
    await equalOneTrue(
      race(ports, 30, (port, index) => port.rehash(id, 'from', `to ${index}`)),
      'rehash',
    );
  });

  test('never undoes a new password by a rehash', { uses: 'another' }, async (fixture, ports) => {
    for (const user of newUsers(10, { mdpHash: 'from' })) {
      const { id } = await fixture.port.insert(user);
      await Promise.all(
        race<UserRepository, unknown>(ports, 2, (port, index) =>
          index === 0 ? port.update(id, 1, { mdpHash: 'new' }) : port.rehash(id, 'from', 'to'),
        ),
      );
      equal((await fixture.port.findById(id))?.mdpHash, 'new');
    }
  });

  test('lists the parameters of the stored hashes, each once', async ({ port }) => {
    const parameters = ['$argon2id$v=19$m=19456,t=2,p=1$', '$argon2id$v=19$m=64,t=2,p=1$', '$memory$c=1$'];
    const stored = async () => (await port.hashParameters()).toSorted();
    equal(await stored(), []);
    const users: number[] = [];
    for (const [index, each] of parameters.entries()) {
      for (const user of newUsers(3, { mdpHash: `${each}c2FsdA${index}$aGFzaA${index}` })) {
        const adresseMail = `${index}-${user.adresseMail}`;
        users.push((await port.insert({ ...user, adresseMail, mdpHash: `${user.mdpHash}${users.length}` })).id);
      }
    }
    for (const [index, mdpHash] of ['', 'no hash', '$', 'a$b', '$$', 'a$$'].entries()) {
      await port.insert(newUser({ adresseMail: `no-hash-${index}@example.org`, mdpHash }));
    }
    equal(await stored(), parameters.toSorted());
    const [first = 0, second = 0, third = 0] = users;
    await port.update(first, 1, { mdpHash: `${parameters[1]}c2FsdA$bmV3` });
    await port.markDeleted(second);
    equal(await stored(), parameters.toSorted(), 'one is left');
    await port.rehash(third, `${parameters[0]}c2FsdA0$aGFzaA02`, `${parameters[2]}c2FsdA$bmV3`);
    equal(await stored(), parameters.slice(1).toSorted(), 'none is left');
  });

  test('marks a user as verified once', async ({ port }) => {
    const user = await port.insert(newUser());
    equal(await port.markVerified(user.id), true);
    equal(await port.findById(user.id), { ...user, isVerified: true, due: [] }, 'without the mail that was due');
    equal(await port.markVerified(user.id), false, 'the second time');
    equal(await port.markVerified(user.id + 1), false, 'an absent user');
    equal(await port.findById(user.id + 1), null);
  });

  test('finds a user by the address in another case: the only confirmed one, or else the only one', async ({
    port,
  }) => {
    const insert = (adresseMail: string) => port.insert(newUser({ adresseMail }));
    const found = async (address: string) => (await port.findByMailbox(address))?.id ?? null;
    const ada = await insert('ada@example.org');
    for (const address of ['ada@example.org', 'ADA@Example.ORG']) equal(await found(address), ada.id, address);
    for (const address of ['ada@example.com', 'ada', '', '\ud800', "ada'@example.org"])
      equal(await found(address), null, address);
    if (port.emailCase === 'folded') return; // there is no second one
    const second = await insert('Ada@example.org');
    equal(await found('ADA@example.org'), null, 'two, none confirmed');
    equal(await port.markVerified(second.id), true);
    const third = await insert('aDa@example.org');
    for (const address of ['ADA@example.org', 'ada@example.org'])
      equal(await found(address), second.id, 'one confirmed');
    equal(await port.markVerified(third.id), true);
    equal(await found('ADA@example.org'), null, 'two confirmed');
    await port.markDeleted(second.id);
    equal(await found('ADA@example.org'), third.id, 'one of them is being deleted');
  });

  test('lets one of 50 racing confirmations succeed', { uses: 'another' }, async (fixture, ports) => {
    const { id } = await fixture.port.insert(newUser());
    await equalOneTrue(
      race(ports, 50, (port) => port.markVerified(id)),
      'markVerified',
    );
  });

  test('keeps changes over a restart', { needs: 'reopen' }, async (fixture) => {
    const { id } = await fixture.port.insert(newUser());
    await fixture.port.markVerified(id);
    const changed = await fixture.port.update(id, 1, {
      mdpHash: 'new',
      pseudo: 'Grace',
      urlPfp: 'https://example.org',
    });
    const port = await fixture.reopen();
    equal(await port.findById(id), changed);
  });
}
