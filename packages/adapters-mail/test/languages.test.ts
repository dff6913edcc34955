import { expect, it } from 'vitest';
import { problemsOfTexts } from '../src/templates/checkTexts.ts';
import { languages } from '../src/templates/languages.ts';

const CASES = Object.entries(languages);

it.each(CASES)('%s has every text, and only known placeholders', (_, texts) => {
  expect(problemsOfTexts(texts)).toEqual([]);
});

it('fr never begins a line with a sign that has a space before it', () => {
  expect(JSON.stringify(languages.fr)).not.toMatch(/ [:;?!»]|« /);
});

it.each(CASES)('%s says how long each link works, and not in mails without a link', (_, { mails }) => {
  for (const mail of Object.values(mails)) {
    expect(JSON.stringify(mail).includes('{{lifetime}}')).toBe('button' in mail);
  }
});
