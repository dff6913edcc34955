import * as v from 'valibot';
import * as values from './values.ts';

export const mailsSettings = {
  ALGOTHEQUE_MAIL_URL: {
    schema: values.urlWithScheme('file:', 'smtp://', 'smtps://'),
    secret: true,
    meaning:
      'Where mails go: `file:PATH` keeps them as .eml files, `smtp://user:password@host:port` or `smtps://…` sends them. Where the address has a user and the host is not this machine, nothing is sent without TLS; `?requireTLS=false` at its end lifts that, and `?requireTLS=true` requires TLS without a user too; `?tls=off` uses a server on this machine without TLS. Default: `outbox/` in the data folder.',
  },
  ALGOTHEQUE_MAIL_URL_FILE: {
    schema: values.path,
    meaning: 'A file that holds the address of the mail server. Use it instead of `ALGOTHEQUE_MAIL_URL`.',
  },
  ALGOTHEQUE_MAIL_FROM: {
    schema: v.optional(values.sender, 'algotheque@localhost'),
    meaning: 'The sender of mails: an address, or a name with an address, such as `Ada’s service <ada@example.org>`.',
  },
  ALGOTHEQUE_MAIL_CLIENT_NAME: {
    schema: values.domainName,
    meaning:
      'The name that the server gives to the mail server (EHLO). Default: the host of `ALGOTHEQUE_URL`, or the domain of the sender, whichever is a name with a dot.',
  },
  ALGOTHEQUE_MAIL_CA_FILE: {
    schema: values.path,
    meaning:
      'A file with certificates in PEM: those who have signed the certificate of the mail server, or the self-signed certificate itself. Node’s own list counts too.',
  },
  ALGOTHEQUE_MAIL_CONNECTIONS: {
    schema: v.optional(values.integer(1, 100), '4'),
    meaning:
      'The most connections to the mail server at one time. The server uses fewer while the mail server refuses one.',
  },
  ALGOTHEQUE_LOCAL_LINKS: {
    schema: v.optional(values.onOff, 'off'),
    meaning:
      '`on`: a mail server may send mails whose links lead to this machine (`localhost`, `127.0.0.1`, `::1`), for tries on one machine. `off`: such a start is refused, because the links would work for nobody else; set `ALGOTHEQUE_URL`.',
  },
  ALGOTHEQUE_DKIM_DOMAIN: {
    schema: values.domainName,
    meaning:
      'The domain that signs mails (DKIM), usually that of `ALGOTHEQUE_MAIL_FROM`. Needs the next two settings. Default: mails are not signed.',
  },
  ALGOTHEQUE_DKIM_SELECTOR: {
    schema: values.domainName,
    meaning: 'The name of the key in the DNS: receivers read its public part at `SELECTOR._domainkey.DOMAIN`.',
  },
  ALGOTHEQUE_DKIM_KEY_FILE: {
    schema: values.path,
    meaning: 'A file with the private key in PEM: RSA, at least 1,024 bits (2,048 are better), without a passphrase.',
  },
  ALGOTHEQUE_SUPPORT: {
    schema: values.contact,
    meaning:
      'Whom people can ask for help, at the end of every mail: an e-mail address, or an http or https address. Default: the sender of mails.',
  },
  ALGOTHEQUE_TEMPLATES: {
    schema: values.path,
    meaning:
      'A folder whose files replace texts of mails (`en.json`, `fr.json`), their HTML page (`layout.html`), or colours and fonts of all pages (`look.css`). It is read and checked at the start. Default: the texts and the look of the service.',
  },
  ALGOTHEQUE_MAIL_KEEP: {
    schema: v.optional(values.duration(), '30d'),
    meaning:
      'How long the server keeps mails that it does not send any more: mails in the outbox, and those that it gave up sending. The mails hold e-mail addresses of people, so they are not kept for ever. With the default you have a month to examine a problem that somebody reports.',
  },
  ALGOTHEQUE_CONFIRM_TTL: {
    schema: v.optional(values.duration('24h'), '24h'),
    meaning: 'How long the link in a confirmation mail is valid.',
  },
  ALGOTHEQUE_RECOVER_TTL: {
    schema: v.optional(values.duration('1h'), '30m'),
    meaning: 'How long the link in a recovery mail is valid.',
  },
} as const;
