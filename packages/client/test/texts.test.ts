import { en, fr, textOf } from '@algotheque/client/texts';
import { expect, it } from 'vitest';

it('has a text for every code in both languages', () => {
  expect(textOf('Responses.User.Invalid_credentials', en)).toBe('E-mail address or password is wrong.');
  expect(textOf('Client.Unreachable', fr)).toBe('Le service est injoignable. Vérifiez votre connexion.');
  expect(Object.keys(fr)).toEqual(Object.keys(en));
});

it('says of an identifier of a newer service that it is not known', () => {
  expect(textOf('Responses.Algo.Of_tomorrow', en)).toBe('The answer was not understood.');
});
