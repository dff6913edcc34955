import { EmailTakenError, FRESH_USER, type UserRepository } from '@algotheque/domain';
import { allAre, ascending, equal, ok, outcomes, present, rejects } from '../assert.ts';
import { race } from '../capabilities.ts';
import type { Fixture } from '../runner.ts';
import {
  BEYOND_32_BITS,
  LONGEST_EMAIL,
  LONGEST_PICTURE,
  NOW,
  newUser,
  newUsers,
  ODD_PSEUDOS,
  pictureOf,
} from '../samples.ts';
import type { AddTest } from '../suite.ts';

export function addUserInsertTests(test: AddTest<Fixture<UserRepository>>): void {
  test('saves a user under a new, positive id with credentialsVersion 1', async ({ port }) => {
    const saved = await port.insert(newUser());
    ok(Number.isSafeInteger(saved.id) && saved.id > 0, 'the id is no positive integer');
    equal(saved, { ...newUser(), ...FRESH_USER, id: saved.id });
    equal(await port.findById(saved.id), saved, 'by id');
    equal(await port.findByEmail(saved.adresseMail), saved, 'by e-mail');
  });

  test('finds null for an absent record', async ({ port }) => {
    const { id } = await port.insert(newUser());
    const ids = [id + 1, 0, -1, id + BEYOND_32_BITS, Number.MAX_SAFE_INTEGER];
    for (const absent of ids) equal(await port.findById(absent), null);
    for (const absent of ['', 'nobody@example.org', '%']) equal(await port.findByEmail(absent), null);
  });

  test('keeps every value exactly', async ({ port }) => {
    const dates = [0, 1, 2 ** 31, 2 ** 32 + 1, NOW, 8.64e15];
    const odd = [
      ...ODD_PSEUDOS.map((text) => ({ pseudo: text, mdpHash: text, urlPfp: pictureOf(text) })),
      ...dates.map((date) => ({ dateInscription: date })),
      { isVerified: true, due: [], urlPfp: null },
      { adresseMail: LONGEST_EMAIL, urlPfp: LONGEST_PICTURE },
    ];
    for (const [index, fields] of odd.entries()) {
      const given = newUser({ adresseMail: `odd${index}@example.org`, ...fields });
      const saved = await port.insert(given);
      equal(await port.findById(saved.id), { ...given, ...FRESH_USER, id: saved.id });
    }
  });

  test('copies the objects that it receives and returns', async ({ port }) => {
    const given = newUser();
    const saved = await port.insert(given);
    for (const object of [given.due[0], saved, saved.due[0]]) Object.assign(object ?? {}, { date: 1 });
    Object.assign(present(await port.findById(saved.id)), { pseudo: 'changed' });
    equal(await port.findById(saved.id), { ...newUser(), ...FRESH_USER, id: saved.id });
  });

  test('refuses a taken e-mail and changes nothing of its user', async ({ port }) => {
    const first = await port.insert(newUser({ pseudo: 'first' }));
    await rejects(() => port.insert(newUser({ pseudo: 'second' })), EmailTakenError);
    equal(await port.findByEmail(first.adresseMail), first);
  });

  test('compares e-mails exactly, code unit by code unit', async ({ port }) => {
    const similar = [
      'a@example.org',
      'A@example.org',
      'a@EXAMPLE.org',
      ' a@example.org',
      'a@example.org ',
      'a@example.or',
      'a_b@example.org',
      'axb@example.org',
      'a%b@example.org',
      'a..b@example.org',
      `${'a'.repeat(240)}1@example.org`,
      `${'a'.repeat(240)}2@example.org`,
    ];
    const addresses = [
      ...similar,
      'caf\u00e9@example.org',
      'cafe\u0301@example.org',
      'cafe@example.org',
      'ss@example.org',
      '\u00df@example.org',
    ];
    for (const adresseMail of addresses) await port.insert(newUser({ adresseMail, mdpHash: adresseMail }));
    for (const adresseMail of addresses) equal((await port.findByEmail(adresseMail))?.mdpHash, adresseMail);
    for (const adresseMail of addresses) await rejects(() => port.insert(newUser({ adresseMail })), EmailTakenError);
  });

  test('lets one of 50 racing inserts of an e-mail succeed', { uses: 'another' }, async (fixture, ports) => {
    const racers = race(ports, 50, (port, index) => port.insert(newUser({ pseudo: `racer ${index}` })));
    const { values, errors } = await outcomes(racers);
    equal(values.length, 1, 'winners');
    allAre(errors, EmailTakenError);
    equal(await fixture.port.findByEmail(newUser().adresseMail), values[0]);
  });

  test('gives different ids to 50 racing inserts', { uses: 'another' }, async (fixture, ports) => {
    const fresh = newUsers(50);
    const saved = await Promise.all(race(ports, 50, (port, index) => port.insert(present(fresh[index]))));
    equal(new Set(saved.map(({ id }) => id)).size, 50, 'different ids');
    for (const user of saved) equal(await fixture.port.findByEmail(user.adresseMail), user);
  });

  test('says which of up to 1,000 ids exist', async ({ port }) => {
    const ids: number[] = [];
    for (const user of newUsers(5)) ids.push((await port.insert(user)).id);
    const last = Math.max(...ids);
    const others = Array.from({ length: 1_000 - ids.length }, (_, index) => last + 1 + index);
    equal(ascending(await port.existing([...others, ...ids])), ascending(ids));
    equal(await port.existing([]), [], 'of no ids');
    equal(await port.existing([0, -1, last + 1, last + BEYOND_32_BITS, Number.MAX_SAFE_INTEGER]), [], 'of unknown ids');
  });

  test('keeps users over a restart', { needs: 'reopen' }, async (fixture) => {
    const saved = await fixture.port.insert(newUser());
    const port = await fixture.reopen();
    equal(await port.findById(saved.id), saved);
    await rejects(() => port.insert(newUser()), EmailTakenError);
    ok((await port.insert(newUser({ adresseMail: 'other@example.org' }))).id !== saved.id, 'the id was given again');
  });
}
