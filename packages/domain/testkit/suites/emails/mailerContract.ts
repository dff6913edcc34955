import type { Locale, Mail, Mailer, MailPurpose, MailRecipient } from '@algotheque/domain';
import { equal, ok, present } from '../assert.ts';
import { addHealthTests } from '../capabilities.ts';
import type { Fixture } from '../runner.ts';
import { ODD_TEXTS } from '../samples.ts';
import { contract } from '../suite.ts';

/** A mail as its recipient sees it. */
export interface OutgoingMail {
  /** The bare address. */
  readonly to: string;
  readonly kind: Mail['kind'];
  /** The subject and every body, decoded. */
  readonly text: string;
}

export interface MailerFixture extends Fixture<Mailer> {
  /** The mails that wait or are delivered, in any order, without decoys. */
  outbox(): Promise<readonly OutgoingMail[]>;
  /** A token of a purpose. Default: the mailer takes any text. */
  token?(purpose: MailPurpose): Promise<string>;
}

const TOKEN = `eyJ${'abcDEF123-_'.repeat(30)}.${'x'.repeat(43)}`;
const MAILS: readonly (readonly [Mail, MailPurpose?])[] = [
  [{ kind: 'confirm', token: TOKEN }, 'confirm'],
  [{ kind: 'recover', token: TOKEN }, 'recover'],
  [{ kind: 'password_changed' }],
  [{ kind: 'account_recovered' }],
  [{ kind: 'email_displaced' }],
  [{ kind: 'change_email', token: TOKEN }, 'change_email'],
  [{ kind: 'email_changed', token: TOKEN }, 'take_back'],
  [{ kind: 'email_reserved', token: TOKEN }, 'take_back'],
  [{ kind: 'email_taken_back', token: TOKEN }, 'recover'],
  [{ kind: 'email_taken' }],
  [{ kind: 'test' }],
  [{ kind: 'algo_shared', sharer: 'Grace', algo: 'Euclid', algoId: 1 }],
  [
    {
      kind: 'share_invitation',
      token: TOKEN,
      sharer: 'Grace',
      sharerMail: 'grace@example.org',
      isSharerConfirmed: false,
      algo: 'Euclid',
    },
    'invitation',
  ],
];

/** The mail with a token that this mailer takes. */
const withToken = async (fixture: Pick<MailerFixture, 'token'>, mail: Mail, purpose?: MailPurpose): Promise<Mail> =>
  purpose === undefined || fixture.token === undefined
    ? mail
    : ({ ...mail, token: await fixture.token(purpose) } as Mail); // of the same kind

const LOCALES: readonly Locale[] = ['en', 'fr'];

const recipient = (fields: Partial<MailRecipient> = {}): MailRecipient => ({
  id: 1,
  adresseMail: 'ada@example.org',
  pseudo: 'Ada',
  locale: 'en',
  ...fields,
});

/** What every Mailer promises. */
export const mailerContract = contract<MailerFixture>('Mailer', (test) => {
  for (const [mail, purpose] of MAILS) {
    for (const locale of LOCALES) {
      test(`has a mail in the outbox when send resolves: ${mail.kind}, ${locale}`, async (fixture) => {
        const given = await withToken(fixture, mail, purpose);
        await fixture.port.send(recipient({ locale }), given);
        const [sent, ...others] = await fixture.outbox();
        equal(others.length, 0, 'further mails');
        equal({ to: sent?.to, kind: sent?.kind }, { to: 'ada@example.org', kind: mail.kind });
        if ('token' in given) ok(present(sent).text.includes(given.token), 'the token is not in the mail in one piece');
        ok(!/undefined|\[object|\{\{/.test(present(sent).text), 'the mail has a gap');
      });
    }

    test(`writes in the language of the recipient: ${mail.kind}`, async (fixture) => {
      const given = await withToken(fixture, mail, purpose);
      for (const locale of LOCALES) await fixture.port.send(recipient({ locale }), given);
      equal(new Set((await fixture.outbox()).map(({ text }) => text)).size, 2, 'different texts');
    });
  }

  test('sends to the exact address', async ({ port, outbox }) => {
    const local = 'a'.repeat(64);
    const addresses = [
      "o'hara+tag@example.org",
      'Ada@EXAMPLE.org',
      '!#$%&*/=?^_`{|}~@example.org',
      `${local}@example.org`,
    ];
    for (const adresseMail of addresses) await port.send(recipient({ adresseMail }), { kind: 'email_taken' });
    equal((await outbox()).map(({ to }) => to).sort(), addresses.toSorted());
  });

  test('sends one mail to one recipient, whatever the name', async ({ port, outbox }) => {
    const hostile = [
      '<script>alert(1)</script>',
      'Eve <eve@example.org>',
      'Eve, Bob: x;',
      '=?utf-8?q?x?=',
      '{{token}}',
    ];
    const names = [...ODD_TEXTS, ...hostile];
    for (const pseudo of names) await port.send(recipient({ pseudo }), { kind: 'email_taken' });
    const sent = await outbox();
    equal(sent.length, names.length, 'mails');
    ok(
      sent.every(({ to, kind }) => to === 'ada@example.org' && kind === 'email_taken'),
      'not all arrive as they should',
    );
  });

  test('sends each of 30 mails at once, and the same one twice', async ({ port, outbox }) => {
    const addresses = Array.from({ length: 30 }, (_, index) => `user${index % 15}@example.org`);
    const mail = { kind: 'email_taken' } as const;
    await Promise.all(addresses.map((adresseMail) => port.send(recipient({ adresseMail }), mail)));
    equal((await outbox()).map(({ to }) => to).sort(), addresses.toSorted());
  });

  test('delivers nothing for a decoy', async ({ port, outbox }) => {
    for (const kind of ['confirm', 'recover', 'change_email'] as const) await port.sendDecoy(kind);
    equal(await outbox(), []);
    await port.send(recipient(), { kind: 'password_changed' });
    equal((await outbox()).length, 1, 'mails after decoys');
  });

  test('keeps the mails over a restart', { needs: 'reopen' }, async (fixture) => {
    await fixture.port.send(recipient(), { kind: 'recover', token: TOKEN });
    const before = await fixture.outbox();
    const port = await fixture.reopen();
    equal(await fixture.outbox(), before);
    await port.send(recipient(), { kind: 'password_changed' });
    equal((await fixture.outbox()).length, 2, 'mails');
  });

  addHealthTests(test, (mailer) => ({
    send: () => mailer.send(recipient(), { kind: 'confirm', token: TOKEN }),
    sendDecoy: () => mailer.sendDecoy('recover'),
  }));
});
