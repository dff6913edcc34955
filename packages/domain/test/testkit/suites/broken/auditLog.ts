import type { AuditEvent, AuditLog } from '../../../../src/index.ts';
import type { AuditLogFixture } from '../../../../testkit/suites/index.ts';
import { auditFixture } from '../../memory/memoryFixtures.ts';
import { type BrokenVariants, override } from './broken.ts';

const audit = (changesOf: (port: AuditLog) => Partial<AuditLog>) => () =>
  auditFixture((port) => override(port, changesOf(port)));

/** An audit log that writes `field=value` lines without any escaping. */
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
  'writes values without escapes': { fails: 'never lets a value look like another event', open: linesFixture },
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
    fails: 'writes unknown values as null',
    open: audit((port) => ({
      record(event) {
        if (event.actorId !== null) port.record(event);
      },
    })),
  },
  'writes falsy values as unknown': {
    fails: 'writes unknown values as null',
    open: audit((port) => ({ record: (event) => port.record({ ...event, address: event.address || null }) })),
  },
  'loses events when many come': {
    fails: 'writes a thousand events without a loss',
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
