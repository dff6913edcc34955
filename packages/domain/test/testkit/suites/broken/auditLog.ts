import type { AuditEvent, AuditLog } from '../../../../src/index.ts';
import type { AuditLogFixture } from '../../../../testkit/suites/index.ts';
import { auditFixture } from '../../memory/memoryFixtures.ts';
import { broken, onPort } from './broken.ts';

const audit = onPort(auditFixture);

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

export const brokenAuditLogs = [
  broken('writes values without escapes', 'never lets a value look like another event', linesFixture),
  broken('throws when it cannot write', 'does not throw', async () => {
    const fixture = await auditFixture();
    let isBroken = false;
    return {
      ...fixture,
      port: {
        record(event: AuditEvent) {
          if (isBroken) throw new Error('the disk is full');
          fixture.port.record(event);
        },
      },
      async breakSink() {
        isBroken = true;
      },
    };
  }),
  audit('leaves out events without an actor', 'writes unknown values as null', (port) => ({
    record(event) {
      if (event.actorId !== null) port.record(event);
    },
  })),
  audit('loses events when many come', 'writes a thousand events without a loss', (port) => {
    let count = 0;
    return {
      record(event) {
        count += 1;
        if (count <= 100) port.record(event);
      },
    };
  }),
];
