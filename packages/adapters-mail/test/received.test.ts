import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { type ParsedMail, simpleParser } from 'mailparser';
import { describe, expect, it, onTestFinished } from 'vitest';
import { selfSigned } from './certificate.ts';
import { NOW, recipient } from './scratch.ts';
import { scratchQueue } from './scratchQueue.ts';
import { smtpError, smtpServer } from './smtpServers.ts';

const LONGEST_ADDRESS = `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(57)}.fr`;

/** A mail server that takes mails only over STARTTLS and from one user. */
async function submission() {
  const certificate = selfSigned();
  const before = getCACertificates();
  setDefaultCACertificates([certificate.cert]);
  onTestFinished(() => setDefaultCACertificates(before));
  const secure: boolean[] = [];
  const server = await smtpServer({
    ...certificate,
    disabledCommands: [],
    authOptional: false,
    allowInsecureAuth: false,
    onAuth({ username = '', password }, session, done) {
      const isKnown = username === 'relay@example.org' && password === 'pässword: 1';
      secure.push(session.secure);
      done(isKnown ? null : smtpError(535, 'unknown'), { user: username });
    },
  });
  const user = `relay%40example.org:${encodeURIComponent('pässword: 1')}`;
  return { server, secure, url: `smtp://${user}@127.0.0.1:${server.port}?requireTLS=true` };
}

type Person = Readonly<Partial<Parameters<typeof recipient>[0]>>;

/** Asks for a mail to each, and sends them. Resolves to what the server got, in this order. */
async function delivered(people: readonly Person[]) {
  const { server, secure, url } = await submission();
  const { mailer, mailTokens, open, problems, clock } = scratchQueue();
  const token = await mailTokens.make({ userId: 1, purpose: 'confirm', version: 1, dateExpiration: NOW });
  for (const person of people) {
    await mailer.send(recipient(person), { kind: 'confirm', token });
    clock.advance(1);
  }
  await open(url).runOnce();
  expect(problems).toEqual([]);
  expect(secure.every((is) => is)).toBe(true);
  expect(secure.length).toBeGreaterThan(0);
  const stampOf = ({ raw }: { readonly raw: string }) => /^Message-ID: <([^-]+)/m.exec(raw)?.[1] ?? '';
  const received = server.received.toSorted((one, other) => (stampOf(one) < stampOf(other) ? -1 : 1));
  return { token, received };
}

const addresses = (list: ParsedMail['to']) =>
  (Array.isArray(list) ? list : [list]).flatMap((each) => each?.value ?? []);
const countOf = (mail: ParsedMail, name: string) => mail.headerLines.filter(({ key }) => key === name).length;
/** A text as a reader sees it: without word joiners, which have no width. */
const seen = (text: string | false | undefined) => (text || '').replaceAll('\u2060', '');

it('what a mail server gets over STARTTLS and AUTH is a whole mail, for any name and address', async () => {
  const people: Person[] = [
    {},
    { locale: 'fr', pseudo: 'Zoë Œuvre' },
    { pseudo: '李小龍 🎈' },
    { pseudo: 'ß'.repeat(30) },
    { pseudo: '.\u00a0.' },
    { pseudo: 'long '.repeat(400) },
    { pseudo: '"Ada" <eve@example.org>, Bob' },
    { pseudo: '=?utf-8?Q?Ada=0D=0ABcc:_eve@example.org?=' },
    { adresseMail: "o'hara+tag=x@example.org" },
    { adresseMail: LONGEST_ADDRESS },
  ];
  const { token, received: mails } = await delivered(people);
  expect(mails).toHaveLength(people.length);
  for (const [index, received] of mails.entries()) {
    const { adresseMail, pseudo, locale } = recipient(people[index]);
    expect(received.from).toBe('algotheque@example.org');
    expect(received.to).toEqual([adresseMail]);
    const mail = await simpleParser(received.raw);
    expect(addresses(mail.to)).toEqual([{ address: adresseMail, name: pseudo.length > 120 ? '' : pseudo.trim() }]);
    expect(mail.subject).toBe(locale === 'fr' ? 'Confirmez votre adresse e-mail' : 'Confirm your e-mail address');
    expect(seen(mail.text)).toContain(pseudo.trim());
    expect(mail.text).toContain(token);
    expect(mail.html).toContain(token);
    for (const name of ['from', 'to', 'subject', 'date', 'message-id']) expect(countOf(mail, name), name).toBe(1);
    for (const name of ['cc', 'bcc', 'reply-to', 'dkim-signature', 'x-algotheque-envelope'])
      expect(countOf(mail, name), name).toBe(0);
  }
});

describe('an injection into the header', () => {
  const ENDS = ['\r\n', '\n', '\r', '\u0085', '\0', '\u000b'];
  const evil = (end: string) => `Ada${end}Bcc: eve@example.org`;

  it.each([
    ...ENDS.map((end): [string, Person] => [`a name with ${JSON.stringify(end)}`, { pseudo: evil(end) }]),
    ...ENDS.map((end): [string, Person] => [
      `an address with ${JSON.stringify(end)}`,
      { adresseMail: `ada@example.org${end}Bcc:eve@example.org` },
    ]),
    ...[
      'ada@example.org,eve@example.org',
      'ada@example.org> <eve@example.org',
      '<ada@example.org>',
      'ada@exa mple.org',
      `${'a'.repeat(250)}@b.fr`,
    ].map((adresseMail): [string, Person] => [`the address ${adresseMail}`, { adresseMail }]),
  ])('is refused before anything is stored: %s', async (_, person) => {
    const { mailer, entries } = scratchQueue();
    await expect(mailer.send(recipient(person), { kind: 'email_taken' })).rejects.toThrow(TypeError);
    expect(await entries()).toEqual([]);
  });
});
