import type { AuditEvent, AuditLog, Mailer } from '../../../../src/index.ts';
import type { AuditLogFixture, MailerFixture } from '../../../../testkit/suites/index.ts';
import { auditFixture, mailerFixture } from '../../memory/memoryFixtures.ts';
import { type BrokenVariants, override, overridePort } from './broken.ts';

const mailer = (changesOf: (port: Mailer) => Partial<Mailer>) => () =>
  mailerFixture((port) => override(port, changesOf(port)));
const audit = (changesOf: (port: AuditLog) => Partial<AuditLog>) => () =>
  auditFixture((port) => override(port, changesOf(port)));

export const brokenMailers: BrokenVariants<MailerFixture> = {
  'delivers decoys': {
    fails: 'delivers nothing for a decoy',
    open: mailer((port) => ({
      sendDecoy: (kind) =>
        port.send({ id: 1, adresseMail: 'nobody@example.org', pseudo: 'nobody', locale: 'en' }, { kind, token: 'x' }),
    })),
  },
  'resolves before the mail is in the spool': {
    fails: 'when send resolves',
    open: mailer((port) => ({
      async send(recipient, mail) {
        setImmediate(() => port.send(recipient, mail));
      },
    })),
  },
  'sends one mail for two that are equal': {
    fails: 'the same one twice',
    open: mailer((port) => {
      const sent = new Set<string>();
      return {
        async send(recipient, mail) {
          const key = JSON.stringify([recipient, mail]);
          if (sent.has(key)) return;
          sent.add(key);
          await port.send(recipient, mail);
        },
      };
    }),
  },
  'folds the case of addresses': {
    fails: 'sends to the address as it is',
    open: mailer((port) => ({
      send: (to, mail) => port.send({ ...to, adresseMail: to.adresseMail.toLowerCase() }, mail),
    })),
  },
  'writes in one language': {
    fails: 'writes in the language of the recipient',
    open: mailer((port) => ({ send: (recipient, mail) => port.send({ ...recipient, locale: 'en' }, mail) })),
  },
  'breaks the token into lines': {
    fails: 'when send resolves',
    open: mailer((port) => ({
      send: (to, mail) =>
        port.send(to, 'token' in mail ? { ...mail, token: mail.token.replaceAll(/.{76}/g, '$&\n') } : mail),
    })),
  },
  'swallows that the spool is down': {
    fails: 'throws UnavailableError',
    open: async () =>
      overridePort<Mailer, MailerFixture>(await mailerFixture(), (port) => ({
        send: (recipient, mail) => port.send(recipient, mail).catch(() => undefined),
      })),
  },
};

/** An audit log that writes `field=value` lines as they come. */
async function linesFixture(): Promise<AuditLogFixture> {
  let text = '';
  const port: AuditLog = {
    record(event) {
      text += `action=${event.action} address=${event.address}\n`;
    },
  };
  const empty = { date: 0, actorId: null, targetId: null, address: null, requestId: null };
  const lines = () => text.split('\n').filter((line) => line !== '');
  return { port, events: async () => lines().map((): AuditEvent => ({ action: 'logout', ...empty })) };
}

export const brokenAuditLogs: BrokenVariants<AuditLogFixture> = {
  'writes values as they come': { fails: 'forge an event', open: linesFixture },
  'throws when it cannot write': {
    fails: 'does not throw',
    async open() {
      const fixture = await auditFixture();
      let broken = false;
      return {
        ...fixture,
        port: {
          record(event) {
            if (broken) throw new Error('the disk is full');
            fixture.port.record(event);
          },
        },
        async breakSink() {
          broken = true;
        },
      };
    },
  },
  'leaves out events without an actor': {
    fails: 'unknown as null',
    open: audit((port) => ({
      record(event) {
        if (event.actorId !== null) port.record(event);
      },
    })),
  },
  'takes falsy values for unknown': {
    fails: 'falsy and large values',
    open: audit((port) => ({ record: (event) => port.record({ ...event, address: event.address || null }) })),
  },
  'loses events when many come': {
    fails: 'a thousand events',
    open: audit((port) => {
      let count = 0;
      return {
        record(event) {
          count += 1;
          if (count <= 100) port.record(event);
        },
      };
    }),
  },
};
