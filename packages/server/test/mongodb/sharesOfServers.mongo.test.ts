import { describeMongo } from '@algotheque/testing/mongo';
import { expect, it } from 'vitest';
import { newAlgo, newPerson, send } from '../support/client.ts';
import { threeServers } from '../support/threeServers.ts';

interface Shares {
  readonly shares: readonly { readonly idUtilisateur: number }[];
  readonly waiting: readonly { readonly adresseMail: string }[];
}

describeMongo('the shares of an algorithm on three servers', ({ server }) => {
  const { at } = threeServers(() => server().url('shares'));

  it('that are made, withdrawn and given at the same time are each there once, or not at all', async () => {
    const owner = await newPerson(at(0), 'owner@example.org');
    const friends = await Promise.all(
      Array.from({ length: 4 }, (_, index) => newPerson(at(index), `friend${index}@example.org`)),
    );
    const id = await newAlgo(at(0), owner);
    const target = `/api/algos/${id}/shares`;
    const share = (index: number, person: object) =>
      send(at(index), `POST ${target}`, { token: owner.token, json: { droits: 'Read', ...person } });
    const addresses = Array.from({ length: 5 }, (_, index) => `stranger${index}@example.org`);
    const made = await Promise.all([
      ...addresses.map((email, index) => share(index, { email })),
      ...friends.map((friend, index) => share(index, { idUtilisateur: friend.id })),
    ]);
    expect(new Set(made.map(({ message }) => message))).toEqual(new Set(['Algo.Success.Shared']));
    const [first = '', ...others] = addresses;
    const twice = await Promise.all(
      [0, 1, 2].map((index) => send(at(index), `DELETE ${target}`, { token: owner.token, json: { email: first } })),
    );
    expect(twice.map(({ message }) => message).sort()).toEqual([
      'Algo.Share_not_found',
      'Algo.Share_not_found',
      'Algo.Success.Share_ended',
    ]);
    for (const index of [0, 1, 2]) {
      const { data } = await send(at(index), `GET ${target}`, { token: owner.token });
      const { shares, waiting } = data as Shares;
      expect(shares.map((one) => one.idUtilisateur).sort()).toEqual(friends.map((friend) => friend.id).sort());
      expect(waiting.map((one) => one.adresseMail).sort()).toEqual(others);
    }
  });
});
