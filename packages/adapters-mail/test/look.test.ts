import { DEFAULT_POLICY, type Locale, type Mail } from '@algotheque/domain';
import { simpleParser } from 'mailparser';
import { describe, expect, it } from 'vitest';
import { lifetimesOf } from '../src/mailWriter.ts';
import { INVITATION, onlyMail, recipient, scratchOutbox } from './scratch.ts';

const MAILS: readonly Mail[] = [
  { kind: 'confirm', token: 'a-token' },
  { kind: 'recover', token: 'a-token' },
  { kind: 'change_email', token: 'a-token' },
  { kind: 'email_changed', token: 'a-token' },
  { kind: 'email_reserved', token: 'a-token' },
  { kind: 'email_taken_back', token: 'a-token' },
  { kind: 'password_changed' },
  { kind: 'account_recovered' },
  { kind: 'email_displaced' },
  { kind: 'email_taken' },
  { kind: 'test' },
  { kind: 'algo_shared', sharer: 'Grace', algo: 'Euclid', algoId: 12 },
  INVITATION,
];
const LOCALES: readonly Locale[] = ['en', 'fr'];
const EVERY_MAIL = LOCALES.flatMap((locale) => MAILS.map((mail) => ({ locale, mail, kind: mail.kind })));

async function readMail(options: Parameters<typeof scratchOutbox>[0], mail: Mail, locale: Locale = 'en') {
  const { mailer, dir } = await scratchOutbox(options);
  await mailer.send(recipient({ locale }), mail);
  const { text = '', html } = await simpleParser(await onlyMail(dir));
  return { text, html: html || '' };
}

describe('every mail', () => {
  it.each(EVERY_MAIL)('names the service, its address and whom to ask: $locale $kind', async ({ locale, mail }) => {
    const look = { name: 'Ada & Søn <3', contact: 'https://help.example.org/?a&b' };
    const { text, html } = await readMail(look, mail, locale);
    for (const words of [look.name, look.contact, 'https://algo.example.org']) expect(text).toContain(words);
    for (const words of ['Ada &amp; Søn &lt;3', 'https://help.example.org/?a&amp;b']) expect(html).toContain(words);
    expect(html + text).not.toContain('Algotheque');
  });

  it.each(EVERY_MAIL)('loads nothing, and has colours for the dark: $locale $kind', async ({ locale, mail }) => {
    const { html } = await readMail({}, mail, locale);
    expect(html).not.toMatch(/<(img|link|script|iframe|object|form)\b|\ssrc=|url\(|@import/i);
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain('@media (prefers-color-scheme:dark)');
    expect(html).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">');
    expect(html.match(/<td class="button"/g)).toHaveLength(1);
  });
});

it('mails without these options names Algotheque, and the sender as whom to ask', async () => {
  const { text } = await readMail({}, { kind: 'password_changed' });
  expect(text).toContain('\nAlgotheque, https://algo.example.org\n');
  expect(text).toContain('Do you need help? algotheque@example.org\n');
});

it('says how long the links work, as the options have it', async () => {
  const given = { confirm: 3_600_000, recover: 300_000, email_changed: 1_000 };
  const lifetimes = { ...lifetimesOf(DEFAULT_POLICY), ...given };
  expect((await readMail({ lifetimes }, { kind: 'confirm', token: 't' })).text).toMatch(/for 1\shour\b/);
  expect((await readMail({ lifetimes }, { kind: 'email_changed', token: 't' })).text).toMatch(/for 1\ssecond\b/);
  expect((await readMail({ lifetimes }, { kind: 'recover', token: 't' }, 'fr')).text).toMatch(/pendant 5\sminutes\b/);
});

it.each(['', ' ', 'two\nlines', 'a\r\nBcc: eve@example.org', '\ud800'])(
  'the name and the contact are one line, not %j',
  async (text) => {
    await expect(scratchOutbox({ name: text })).rejects.toBeInstanceOf(TypeError);
    await expect(scratchOutbox({ contact: text })).rejects.toBeInstanceOf(TypeError);
  },
);
