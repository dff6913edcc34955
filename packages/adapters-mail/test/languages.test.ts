import { expect, it } from 'vitest';
import { placeholdersIn } from '../src/templates/filled.ts';
import { languages } from '../src/templates/languages.ts';
import { PLACEHOLDERS } from '../src/templates/mailTexts.ts';

const stringsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(Object(value)).flatMap(stringsIn);

const CASES = Object.entries(languages);

it.each(CASES)('%s has words in every text, and only known placeholders', (_, texts) => {
  const known = new Set<string>(PLACEHOLDERS);
  for (const text of stringsIn(texts)) {
    expect(text.trim()).not.toBe('');
    for (const name of placeholdersIn(text)) expect(known).toContain(name);
  }
});

it.each(CASES)('%s says how long each link works, and not in mails without a link', (_, { mails }) => {
  for (const mail of Object.values(mails)) {
    const says = stringsIn(mail).some((text) => placeholdersIn(text).includes('lifetime'));
    expect(says).toBe('button' in mail);
  }
});
