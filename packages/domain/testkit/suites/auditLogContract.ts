import type { AuditEvent, AuditLog } from '@algotheque/domain';
import { equal } from './assert.ts';
import type { Fixture } from './runner.ts';
import { NOW } from './samples.ts';
import { contract } from './suite.ts';

export interface AuditLogFixture extends Fixture<AuditLog> {
  /** The events that were written, in their order, read from where the adapter wrote them. */
  events(): Promise<readonly AuditEvent[]>;
  /** From here on nothing can be written. */
  breakSink?(): Promise<void>;
}

const ACTIONS: readonly AuditEvent['action'][] = [
  'user.registered',
  'user.confirmed',
  'user.deleted',
  'login.succeeded',
  'login.failed',
  'logout',
  'limit.refused',
  'password.rejected',
  'recovery.requested',
  'confirmation.requested',
  'password.changed',
  'password.reset',
  'algo.rights_changed',
  'algo.left',
  'algo.deleted',
];

const event = (fields: Partial<AuditEvent> = {}): AuditEvent => ({
  action: 'login.failed',
  date: NOW,
  actorId: 1,
  targetId: 2,
  address: '192.0.2.1',
  requestId: 'request-1',
  ...fields,
});

/** What every AuditLog promises. */
export const auditLogContract = contract<AuditLogFixture>('AuditLog', (test) => {
  test('writes each kind of event with all its fields, in order', async ({ port, events }) => {
    const given = ACTIONS.map((action, index) => event({ action, date: NOW + index }));
    for (const each of given) port.record(each);
    equal(await events(), given);
  });

  test('writes unknown values as null, and falsy and large values exactly', async ({ port, events }) => {
    const given = [
      event({ actorId: null, targetId: null, address: null, requestId: null }),
      event({ date: 0, address: '', requestId: '0' }),
      event({ actorId: Number.MAX_SAFE_INTEGER, address: '2001:db8::1', requestId: 'caf\u00e9 \u{1f600}' }),
    ];
    for (const each of given) port.record(each);
    equal(await events(), given);
  });

  test('writes which limit refused, if one did', async ({ port, events }) => {
    const given = [event({ action: 'limit.refused', limit: 'loginAddress' }), event({ limit: null }), event()];
    for (const each of given) port.record(each);
    equal(await events(), given);
  });

  test('never lets a value look like another event', async ({ port, events }) => {
    const forged = `x"}\r\n${JSON.stringify(event({ action: 'login.succeeded' }))}\n\u2028`;
    port.record(event({ address: forged, requestId: forged }));
    equal(
      (await events()).map(({ action }) => action),
      ['login.failed'],
    );
  });

  test('copies the event', async ({ port, events }) => {
    const given = event();
    port.record(given);
    Object.assign(given, { action: 'logout' });
    equal(await events(), [event()]);
  });

  test('writes a thousand events without a loss', async ({ port, events }) => {
    for (let index = 0; index < 1_000; index += 1) port.record(event({ actorId: index }));
    equal(
      (await events()).map(({ actorId }) => actorId),
      Array.from({ length: 1_000 }, (_, index) => index),
    );
  });

  test('does not throw when it cannot write', { needs: 'breakSink' }, async (fixture) => {
    await fixture.breakSink();
    for (let turn = 0; turn < 10; turn += 1) equal(fixture.port.record(event()), undefined, 'what record gives');
  });
});
