import { readFileSync } from 'node:fs';
import { DEFAULT_POLICY, type Locale, type Mail, type MailWithToken } from '@algotheque/domain';
import fc from 'fast-check';
import { type ParsedMail, simpleParser } from 'mailparser';
import MailComposer from 'nodemailer/lib/mail-composer';
import { describe, expect, it } from 'vitest';
import { composeMail } from '../src/composeMail.ts';
import { lifetimesOf } from '../src/mailWriter.ts';
import { wholeTemplates } from '../src/templates/mailTemplates.ts';
import { type MailLook, render } from '../src/templates/render.ts';
import { INVITATION, NOW, onlyMail, recipient, scratchOutbox } from './scratch.ts';

const TOKEN = `eyJhbGciOiJIUzI1NiJ9.${'aZ09-_'.repeat(30)}.c2ln`;

const LOOK: MailLook = {
  name: 'Algotheque',
  contact: 'help@example.org',
  address: 'https://algo.example.org',
  templates: wholeTemplates({}),
  lifetimes: lifetimesOf(DEFAULT_POLICY),
};

/** The message as it is sent. */
async function mailTo(mail: Mail, fields: Parameters<typeof recipient>[0] = {}): Promise<Buffer> {
  const { mailer, dir } = await scratchOutbox();
  await mailer.send(recipient(fields), mail);
  return await onlyMail(dir);
}

/** How often a header occurs, by its name in lower case. */
const countOf = (parsed: ParsedMail, name: string) => parsed.headerLines.filter(({ key }) => key === name).length;

const toOf = ({ to }: ParsedMail) => (Array.isArray(to) ? to : [to]).flatMap((list) => list?.value ?? []);

/** The text that a reader of the HTML sees. */
const shown = (html: string) =>
  html.replace(/<[^>]*>/g, '').replace(/&(lt|gt|quot|amp|#39);/g, (entity) => ENTITIES[entity] ?? entity);
const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&', '&#39;': "'" };

/** The links of the HTML, in their order. */
const linksOf = ({ html }: ParsedMail) =>
  Array.from((html || '').matchAll(/<a [^>]*href="([^"]*)"[^>]*>([^<]*)<\/a>/g), ([, href, words]) => ({
    href,
    words: shown(words ?? ''),
  }));

/** A text as a reader sees it: without word joiners, which have no width, and with plain spaces. */
const seen = (text: string): string => text.replaceAll('\u2060', '').replaceAll('\u00a0', ' ');

describe('a mail', () => {
  it.each<[Locale, MailWithToken, string, string, string, string]>([
    ['en', 'confirm', 'confirm', 'Confirm your e-mail address', 'Confirm the address', '24 hours'],
    ['en', 'recover', 'recover', 'Choose a new password', 'Choose a password', '30 minutes'],
    ['fr', 'confirm', 'confirm', 'Confirmez votre adresse e-mail', 'Confirmer l’adresse', '24 heures'],
    ['fr', 'recover', 'recover', 'Choisissez un nouveau mot de passe', 'Choisir un mot de passe', '30 minutes'],
    ['en', 'change_email', 'email', 'Confirm your new e-mail address', 'Use this address', '24 hours'],
    ['en', 'email_taken_back', 'recover', 'You have your e-mail address back', 'Choose a password', '30 minutes'],
    [
      'fr',
      'email_reserved',
      'email/back',
      'Quelqu’un a essayé d’utiliser votre ancienne adresse e-mail',
      'Reprendre cette adresse',
      'tant que',
    ],
    ['fr', 'email_changed', 'email/back', 'Votre adresse e-mail a été modifiée', 'Reprendre cette adresse', '7 jours'],
  ])('in %s of kind %s has its subject, greeting and link, in text and in HTML', async (...expected) => {
    const [locale, kind, path, subject, words, lifetime] = expected;
    const parsed = await simpleParser(await mailTo({ kind, token: TOKEN }, { locale }));
    const link = `https://algo.example.org/api/users/${path}/${TOKEN}`;
    expect(parsed.subject).toBe(subject);
    expect(parsed.text).toContain(locale === 'en' ? 'Hello Ada,' : 'Bonjour Ada,');
    expect(parsed.text?.split('\n')).toContain(link);
    expect(linksOf(parsed)).toEqual([
      { href: link, words },
      { href: link, words: link },
    ]);
    for (const text of [parsed.text ?? '', shown(parsed.html || '')]) expect(seen(text)).toContain(lifetime);
    expect(parsed.html).toContain(`<html lang="${locale}">`);
  });

  it.each<
    [
      Locale,
      'password_changed' | 'account_recovered' | 'email_taken' | 'email_displaced',
      string,
      string,
      readonly string[],
    ]
  >([
    [
      'en',
      'password_changed',
      'Your password was changed',
      'Recover the account',
      ['If it was not you, recover your account now'],
    ],
    [
      'fr',
      'password_changed',
      'Votre mot de passe a été modifié',
      'Récupérer le compte',
      ['Si ce n’était pas vous, récupérez votre compte sans attendre'],
    ],
    [
      'en',
      'account_recovered',
      'Your account has a new password',
      'Recover the account',
      ['somebody else may have made the account', 'recover your account now'],
    ],
    [
      'fr',
      'account_recovered',
      'Votre compte a un nouveau mot de passe',
      'Récupérer le compte',
      ['il se peut que quelqu’un d’autre ait créé le compte', 'récupérez votre compte sans attendre'],
    ],
    [
      'en',
      'email_taken',
      'Somebody tried to use your e-mail address',
      'Choose a password',
      ['Nothing has changed', 'ignore this mail'],
    ],
    [
      'fr',
      'email_taken',
      'Quelqu’un a essayé d’utiliser votre adresse e-mail',
      'Choisir un mot de passe',
      ['Rien n’a changé', 'ignorez ce message'],
    ],
    [
      'en',
      'email_displaced',
      'This address does not belong to your account any more',
      'Get a link',
      ['somebody who reads the mails of that address has taken it back', 'ask for a link with that one'],
    ],
    [
      'fr',
      'email_displaced',
      'Cette adresse n’est plus celle de votre compte',
      'Obtenir un lien',
      ['l’a reprise', 'demandez un lien avec celle-là'],
    ],
  ])('in %s of kind %s says what to do, and leads to the page that asks for a link', async (...expected) => {
    const [locale, kind, subject, words, advice] = expected;
    const parsed = await simpleParser(await mailTo({ kind }, { locale }));
    const link = 'https://algo.example.org/api/users/recover';
    expect(parsed.subject).toBe(subject);
    for (const sentence of advice) for (const part of [parsed.text, parsed.html]) expect(part).toContain(sentence);
    expect(parsed.text?.split('\n')).toContain(link);
    expect(linksOf(parsed)).toEqual([
      { href: link, words },
      { href: link, words: link },
    ]);
  });

  it.each<[Locale, Mail, string, string, readonly string[]]>([
    [
      'en',
      { kind: 'algo_shared', sharer: 'Grace', algo: 'Sum <of> a & b', algoId: 12 },
      'Somebody shares an algorithm with you',
      'Open Algotheque',
      ['Grace shares the algorithm “Sum <of> a & b” with you'],
    ],
    [
      'fr',
      { kind: 'algo_shared', sharer: 'Grace', algo: 'Somme', algoId: 12 },
      'Un algorithme est partagé avec vous',
      'Ouvrir Algotheque',
      ['Grace partage avec vous l’algorithme «\u00a0Somme\u00a0»'],
    ],
    [
      'en',
      INVITATION,
      'Somebody wants to share an algorithm with you',
      'See the invitation',
      [
        'Grace, grace@\u2060example.\u2060org, wants to share the algorithm “Euclid” with you',
        'because Grace has entered this e-mail address',
        'log in with any account that you have',
        'If you want no more of these mails',
        'https://algo.example.org/api/users/invitation/refuse/a-token',
        'If you did not expect this mail, ignore it',
      ],
    ],
    [
      'fr',
      INVITATION,
      'Quelqu’un veut partager un algorithme avec vous',
      'Voir l’invitation',
      [
        'Grace, grace@\u2060example.\u2060org, veut partager l’algorithme «\u00a0Euclid\u00a0» avec vous',
        'parce que Grace a saisi cette adresse e-mail',
        'connectez-vous avec un compte que vous avez',
        'Si vous ne voulez plus de ces messages',
        'https://algo.example.org/api/users/invitation/refuse/a-token',
        'Si vous n’attendiez pas ce message, ignorez-le',
      ],
    ],
  ])(
    'in %s about a share says who shares, and leads to the service',
    async (locale, mail, subject, words, sentences) => {
      const parsed = await simpleParser(await mailTo(mail, { locale }));
      const isInvitation = mail.kind === 'share_invitation';
      const link = `https://algo.example.org${isInvitation ? '/api/users/invitation/a-token' : ''}`;
      const refusal = 'https://algo.example.org/api/users/invitation/refuse/a-token';
      expect(parsed.subject).toBe(subject);
      for (const sentence of sentences) expect(parsed.text).toContain(sentence);
      expect(parsed.html || '').not.toContain('<of>');
      expect(linksOf(parsed)).toEqual([
        { href: link, words },
        { href: link, words: link },
        ...(isInvitation ? [{ href: refusal, words: refusal }] : []),
      ]);
      const { headerLines } = parsed;
      const unsubscribe = headerLines.filter(({ key }) => key.startsWith('list-')).map(({ line }) => line);
      expect(unsubscribe.map((line) => line.replace(/\s+/, ' '))).toEqual(
        isInvitation ? [`List-Unsubscribe: <${refusal}>`, 'List-Unsubscribe-Post: List-Unsubscribe=One-Click'] : [],
      );
    },
  );

  it('says of an address of the sharer that is not confirmed that it is not', async () => {
    const { text } = await simpleParser(await mailTo({ ...INVITATION, isSharerConfirmed: false }));
    expect(text).toContain('Grace, grace@\u2060example.\u2060org (this address is not confirmed), wants');
  });

  it('makes no link of what the sharer typed, and has none of it in the subject', async () => {
    const mail = { kind: 'algo_shared', sharer: 'evil.example', algo: 'https://evil.example/win', algoId: 12 } as const;
    const parsed = await simpleParser(await mailTo(mail, {}));
    for (const part of [parsed.text, parsed.html]) expect(part).not.toMatch(/evil\.example/);
    expect(parsed.subject).not.toContain('evil');
  });

  it('has each header once, a date, an address, and asks for no automatic replies', async () => {
    const parsed = await simpleParser(await mailTo({ kind: 'confirm', token: TOKEN }));
    const names = ['from', 'to', 'subject', 'date', 'message-id', 'mime-version', 'auto-submitted', 'content-type'];
    for (const name of names) expect(countOf(parsed, name), name).toBe(1);
    for (const name of ['cc', 'bcc', 'sender', 'reply-to']) expect(countOf(parsed, name), name).toBe(0);
    expect(parsed.from?.value).toEqual([{ address: 'algotheque@example.org', name: '' }]);
    expect(toOf(parsed)).toEqual([{ address: 'ada@example.org', name: 'Ada' }]);
    expect(parsed.date?.getTime()).toBe(NOW - (NOW % 1_000));
    expect(parsed.headers.get('auto-submitted')).toBe('auto-generated');
    expect(parsed.messageId).toMatch(/^<[^<>@\s]+@example\.org>$/);
  });

  it('is in quoted-printable UTF-8, in lines that every server accepts', async () => {
    const raw = (await mailTo({ kind: 'recover', token: TOKEN }, { locale: 'fr', pseudo: 'Zoë' })).toString('latin1');
    expect(raw.match(/^Content-Transfer-Encoding: quoted-printable\r$/gm)).toHaveLength(2);
    expect(raw.match(/^Content-Type: text\/(plain|html); charset=utf-8\r$/gm)).toHaveLength(2);
    expect(raw.replaceAll('\r\n', '')).not.toMatch(/[\r\n\0\u0080-\u00ff]/);
    expect(Math.max(...raw.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(78);
  });

  it.each<[Locale, Mail['kind'], string]>([
    ['en', 'confirm', 'Ada'],
    ['fr', 'recover', 'Zoë Œuvre, "l’aînée"'],
    ['fr', 'password_changed', '=?utf-8?Q?Eve?= \u{1f388} word '.repeat(60)],
    ['en', 'recover', ''],
  ])('says the same as one of the composer of nodemailer: %s, %s, %s', async (locale, kind, pseudo) => {
    const link = `https://algo.example.org/api/users/recover/${TOKEN}`;
    const rendered = render({ kind, locale, pseudo, link, refusal: null }, LOOK);
    const from = { address: 'algotheque@example.org', name: '' };
    const parts = { ...rendered, from, to: { address: 'ada@example.org', name: pseudo }, headers: {} };
    const { message } = composeMail(parts, { name: 'a-name', date: NOW });
    const other = new MailComposer({ ...rendered, from, date: new Date(NOW), encoding: 'quoted-printable' });
    const [ours, theirs] = await Promise.all([simpleParser(message), simpleParser(await other.compile().build())]);
    expect(ours.text).toBe(theirs.text);
    expect(ours.html).toBe(theirs.html);
    for (const name of ['from', 'subject', 'date', 'mime-version']) {
      expect(ours.headers.get(name), name).toEqual(theirs.headers.get(name));
    }
  });

  it('has a Message-ID of its own', async () => {
    const { mailer, told } = await scratchOutbox();
    await mailer.send(recipient(), { kind: 'password_changed' });
    await mailer.send(recipient(), { kind: 'password_changed' });
    const ids = told.map(({ file }) => /^Message-ID: .*$/m.exec(readFileSync(file, 'utf8'))?.[0]);
    expect(ids).not.toContain(undefined);
    expect(new Set(ids).size).toBe(2);
  });
});

describe('a pseudo', () => {
  it.each([
    'http://evil.example/x',
    'www.evil.example',
    'evil.example',
    'eve@evil.example',
    'mailto:eve@evil.example',
    'evil.example\\x',
  ])('does not become a link, whatever is in it: %s', async (pseudo) => {
    const parsed = await simpleParser(await mailTo({ kind: 'password_changed' }, { pseudo }));
    for (const text of [parsed.text ?? '', shown(parsed.html || '')]) {
      expect(seen(text)).toContain(`Hello ${pseudo},`);
      const greeting = /Hello [^,]*/.exec(text)?.[0] ?? '';
      expect(greeting).not.toMatch(/:\/\/|[.@:/\\]\w/);
    }
  });

  const pseudos = [
    'Éloïse 🎈',
    '👨‍👩‍👧‍👦'.repeat(4),
    '𝒳'.repeat(30),
    '<script>alert(1)</script>',
    '"Ada", the <first>, & only',
    `O'Hara \\ "x`,
    'Ada <eve@example.org>',
    'a, b; c: d',
    '@ada',
    '(comment)',
    'é'.repeat(30),
    'x'.repeat(5_000),
    'word '.repeat(1_000),
    '=?utf-8?Q?Eve=0D=0ABcc:_eve@example.org?=',
    '   ',
    '',
    '{{pseudo}} %s $& $1',
  ];

  it.each(pseudos)('is shown unchanged and changes nothing else: %s', async (pseudo) => {
    const parsed = await simpleParser(await mailTo({ kind: 'confirm', token: TOKEN }, { pseudo }));
    expect(seen(parsed.text ?? '')).toContain(`Hello ${pseudo},`);
    expect(seen(shown(parsed.html || ''))).toContain(`Hello ${pseudo},`);
    expect(parsed.html).not.toContain('<script');
    expect(toOf(parsed).map(({ address }) => address)).toEqual(['ada@example.org']);
    for (const name of ['from', 'to', 'subject']) expect(countOf(parsed, name), name).toBe(1);
    expect(countOf(parsed, 'bcc')).toBe(0);
  });

  it('is in the To header, unless it is too long for a header', async () => {
    const nameFor = async (pseudo: string) =>
      toOf(await simpleParser(await mailTo({ kind: 'password_changed' }, { pseudo })))[0]?.name;
    for (const pseudo of pseudos) expect(await nameFor(pseudo)).toBe(pseudo.length > 120 ? '' : pseudo.trim());
  });

  it('of any printable characters does not change the recipient or the rest of the mail', async () => {
    const pseudo = fc
      .string({ unit: 'grapheme', minLength: 3, maxLength: 30 })
      .filter((text) => !/[\p{Cc}\u2028\u2029]/u.test(text));
    await fc.assert(
      fc.asyncProperty(pseudo, async (text) => {
        const rendered = render(
          { kind: 'confirm', locale: 'fr', pseudo: text, link: 'https://l', refusal: null },
          LOOK,
        );
        const from = { address: 'a@example.org', name: '' };
        const parts = { ...rendered, from, to: { address: 'ada@example.org', name: text }, headers: {} };
        const { envelope, message } = composeMail(parts, { name: 'a-name', date: NOW });
        const parsed = await simpleParser(message);
        expect(envelope).toEqual({ from: 'a@example.org', to: 'ada@example.org' });
        expect(toOf(parsed).map(({ address }) => address)).toEqual(['ada@example.org']);
        expect(seen(parsed.text ?? '').startsWith(`Bonjour ${seen(text)},\n\nVeuillez`)).toBe(true);
        expect(seen(shown(parsed.html || ''))).toContain(`Bonjour ${seen(text)},`);
      }),
      { numRuns: 200, examples: [['\u00a0    ']] },
    );
  });
});
