import { DEFAULT_POLICY } from '@algotheque/domain';
import { expect, it } from 'vitest';
import { lifetimesOf } from '../src/mailWriter.ts';
import { problemsOfTexts } from '../src/templates/checkTexts.ts';
import { languages } from '../src/templates/mailTemplates.ts';

const CASES = Object.entries(languages);

it.each(CASES)('%s has every text, and only known placeholders', (_, texts) => {
  expect(problemsOfTexts(texts)).toEqual([]);
});

it('fr never begins a line with a sign that has a space before it', () => {
  expect(JSON.stringify(languages.fr)).not.toMatch(/ [:;?!»]|« /);
});

it.each(CASES)('%s says how long a link works in each mail that can say it, and in no other', (_, { mails }) => {
  const saying = Object.entries(mails).filter(([, mail]) => JSON.stringify(mail).includes('{{lifetime}}'));
  expect(saying.map(([kind]) => kind).sort()).toEqual(Object.keys(lifetimesOf(DEFAULT_POLICY)).sort());
});
