import { readFile } from 'node:fs/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { type ParsedMail, simpleParser } from 'mailparser';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readStoredMail } from '../src/storedMail.ts';
import { selfSigned } from './certificate.ts';
import { mailsIn, recipient } from './scratch.ts';
import { scratchDrain } from './scratchDrain.ts';
import { smtpError, smtpServer } from './smtpServers.ts';

const CONFIRM = { kind: 'confirm', token: 'secret-token' } as const;
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

/** Spools a mail to each, and sends them. Resolves to what was spooled, and what the server got, in this order. */
async function delivered(people: readonly Person[]) {
  const { server, secure, url } = await submission();
  const { spool, spooled, open, problems, clock } = await scratchDrain();
  for (const person of people) {
    await spool.send(recipient(person), CONFIRM);
    clock.advance(1);
  }
  const stored = await Promise.all(spooled.map(async ({ file }) => readStoredMail(await readFile(file))));
  await open(url).runOnce();
  expect(problems).toEqual([]);
  expect(secure.every((is) => is)).toBe(true);
  expect(secure.length).toBeGreaterThan(0);
  return stored.map(({ envelope, message }) => ({
    envelope,
    message,
    received: server.received.find(({ raw }) => raw === message.toString()),
  }));
}

const addresses = (list: ParsedMail['to']) =>
  (Array.isArray(list) ? list : [list]).flatMap((each) => each?.value ?? []);
const countOf = (mail: ParsedMail, name: string) => mail.headerLines.filter(({ key }) => key === name).length;
/** A text as a reader sees it: without word joiners, which have no width. */
const seen = (text: string | false | undefined) => (text || '').replaceAll('\u2060', '');

describe('what a mail server gets over STARTTLS and AUTH', () => {
  it('is what was spooled, for any name and address', async () => {
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
    const mails = await delivered(people);
    for (const [index, { envelope, message, received }] of mails.entries()) {
      const { adresseMail, pseudo, locale } = recipient(people[index]);
      expect(received, pseudo).toMatchObject({ from: envelope.from, raw: message.toString() });
      expect(received?.to).toEqual([adresseMail]);
      const mail = await simpleParser(received?.raw ?? '');
      expect(addresses(mail.to)).toEqual([{ address: adresseMail, name: pseudo.length > 120 ? '' : pseudo.trim() }]);
      expect(mail.subject).toBe(locale === 'fr' ? 'Confirmez votre adresse e-mail' : 'Confirm your e-mail address');
      expect(seen(mail.text)).toContain(pseudo.trim());
      expect(mail.text).toContain(CONFIRM.token);
      expect(mail.html).toContain(CONFIRM.token);
      for (const name of ['from', 'to', 'subject', 'date', 'message-id']) expect(countOf(mail, name), name).toBe(1);
      for (const name of ['cc', 'bcc', 'reply-to', 'dkim-signature', 'x-algotheque-envelope'])
        expect(countOf(mail, name), name).toBe(0);
    }
  });
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
  ])('is refused before anything is spooled: %s', async (_, person) => {
    const { spool, dir } = await scratchDrain();
    await expect(spool.send(recipient(person), CONFIRM)).rejects.toThrow(TypeError);
    expect(await mailsIn(dir)).toEqual([]);
  });
});
