import pino, { type Logger } from 'pino';
import { describe, expect, it } from 'vitest';
import { createLogger } from '../src/index.ts';
import { type Call, dataOf } from './suite/api.ts';
import { mailedToken, newAlgo, newPerson, SOURCE, sharedAlgo, tokenOf } from './suite/people.ts';
import type { MemoryServer } from './support/memoryServer.ts';
import { exchange, request } from './support/raw.ts';
import { useServer } from './support/useServer.ts';

interface LogRecord {
  readonly msg: string;
  readonly level: number;
  readonly audit?: { readonly action: string };
  readonly [field: string]: unknown;
}

const recordsOf = ({ log }: MemoryServer) => log.map((line) => JSON.parse(line) as LogRecord);
const HTML = { Accept: 'text/html' };

const LINES: readonly (readonly [target: string, call: Call, route: string | null, status: number])[] = [
  ['GET /healthz', {}, '/healthz', 200],
  ['HEAD /readyz', {}, '/readyz', 200],
  ['OPTIONS /api/algos/1', {}, '/api/algos/:id', 204],
  ['GET /api/users/confirm/tokenlike', {}, '/api/users/confirm/:token', 400],
  ['PUT /api/users/confirm/tokenlike', {}, '/api/users/confirm/:token', 405],
  ['GET /api/users/recover/tokenlike', { headers: HTML }, '/api/users/recover/:token', 400],
  ['GET /api/users/1?access_token=tokenlike', {}, '/api/users/:id', 401],
  ['POST /api/users/login', { json: { email: 'tokenlike', password: 'tokenlike' } }, '/api/users/login', 401],
  ['POST /api/users/login', { body: '{"tokenlike', headers: { 'Content-Type': 'tokenlike' } }, '/api/users/login', 415],
  ['GET /api/users/confirm/tokenlike/more', {}, null, 404],
  ['GET /tokenlike', {}, null, 404],
];

describe('the log', () => {
  const start = useServer();

  it.each(LINES)('%s is one line', async (target, call, route, status) => {
    const server = await start();
    const reply = await server.api.call(target, call);
    const records = recordsOf(server).filter(({ msg }) => msg !== 'audit');
    expect(records).toEqual([
      {
        level: 30,
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        requestId: reply.headers.get('X-Request-Id'),
        method: target.split(' ')[0],
        route,
        status,
        ms: expect.any(Number),
        address: '127.0.0.1',
        msg: 'request',
      },
    ]);
    expect(server.log.join()).not.toContain('tokenlike');
  });

  it('respects the redaction of an embedder’s own logger', async () => {
    const server = await start({ logger: (destination) => pino({ redact: ['address'] }, destination) });
    await server.api.call('GET /healthz');
    expect(recordsOf(server)).toMatchObject([{ msg: 'request', address: '[Redacted]' }]);
  });

  it('uses the level that is set at the time of each request', async () => {
    const loggers: Logger[] = [];
    const server = await start({
      logger(destination) {
        loggers.push(createLogger({ level: 'silent', destination }));
        return loggers[0] ?? expect.fail();
      },
    });
    const counts: number[] = [];
    for (const level of ['silent', 'info', 'warn', 'trace']) {
      for (const logger of loggers) logger.level = level;
      await server.api.call('GET /healthz');
      counts.push(server.log.length);
    }
    expect(counts).toEqual([0, 1, 1, 2]);
  });

  it('names the user when the user is known', async () => {
    const server = await start();
    const { id, token } = await newPerson(server.api);
    await server.api.call(`GET /api/users/${id}`, { token });
    expect(recordsOf(server).at(-1)).toMatchObject({ route: '/api/users/:id', userId: id });
  });

  it('has no line or value that a client forged', async () => {
    const server = await start({ http: { trustedProxies: ['127.0.0.1'], corsOrigins: ['https://app.example.org'] } });
    const forged = '"}{"level":60,"msg":"forged"}\\n\\r\\u2028';
    const headers = ['X-Forwarded-For', 'X-Request-Id', 'User-Agent', 'Origin', 'Accept-Language', 'Authorization'];
    const lines = [...headers, 'Forwarded', 'Cookie', 'Referer'].map((name) => `${name}: ${forged}`);
    const { port } = server.listening.address;
    await exchange(port, request(`GET /api/users/${encodeURIComponent(forged)}`, lines));
    await exchange(port, request(`GET /${forged.replaceAll('"', '%22')}`, lines));
    expect(server.log).toHaveLength(2);
    for (const line of server.log) expect(line.match(/\n/g)).toHaveLength(1);
    expect(recordsOf(server).map(({ msg, level, status }) => [msg, level, status])).toEqual([
      ['request', 30, 401],
      ['request', 30, 404],
    ]);
    expect(server.log.join()).not.toMatch(/forged|u2028/);
  });

  it('has no secret after a complete session, and an event for each audited action', async () => {
    const server = await start();
    const { api, ports } = server;
    const [ada, eve] = [await newPerson(api), await newPerson(api)];
    const confirm = await mailedToken(server, ada, 'confirm');
    await api.call(`GET /api/users/confirm/${confirm}`);
    await api.call('POST /api/users/login', { json: { email: ada.email, password: 'wrong-password-1' } });
    const { id } = await sharedAlgo(api, ada, { with: eve, droits: 'Read' });
    await api.call(`DELETE /api/algos/${id}/droits`, { token: eve.token });
    await api.call(`DELETE /api/algos/${id}`, { token: ada.token });
    const changes = { currentPassword: ada.password, newPassword: 'changed-password-2' };
    await api.call(`PUT /api/users/${ada.id}`, { token: ada.token, json: changes });
    await api.call('POST /api/users/recover', { json: { email: ada.email } });
    const recover = await mailedToken(server, ada, 'recover');
    await api.call(`GET /api/users/recover/${recover}`);
    await api.call(`POST /api/users/recover/${recover}`, { json: { password: 'reset-password-3' } });
    const token = await tokenOf(api, { email: ada.email, password: 'reset-password-3' });
    await api.call('GET /api/users/logout', { token });
    await api.call(`DELETE /api/users/${eve.id}`, { token: eve.token });

    const user = await ports.users.findById(ada.id);
    const secrets = [ada.email, eve.email, ada.token, eve.token, token, confirm, recover, ada.password];
    const typed = ['wrong-password-1', 'changed-password-2', 'reset-password-3', user?.mdpHash ?? 'no user'];
    for (const secret of [...secrets, ...typed]) expect(server.log.join()).not.toContain(secret);

    const events = recordsOf(server).filter(({ msg }) => msg === 'audit');
    expect(events.map(({ audit }) => audit)).toEqual(
      [
        ['user.registered', ada.id, ada.id],
        ['login.succeeded', ada.id, ada.id],
        ['user.registered', eve.id, eve.id],
        ['login.succeeded', eve.id, eve.id],
        ['user.confirmed', ada.id, ada.id],
        ['login.failed', null, ada.id],
        ['algo.rights_changed', ada.id, id],
        ['algo.left', eve.id, id],
        ['algo.deleted', ada.id, id],
        ['password.changed', ada.id, ada.id],
        ['recovery.requested', null, ada.id],
        ['password.reset', ada.id, ada.id],
        ['login.succeeded', ada.id, ada.id],
        ['logout', ada.id, ada.id],
        ['user.deleted', eve.id, eve.id],
      ].map(([action, actorId, targetId]) => ({
        action,
        actorId,
        targetId,
        date: new Date(ports.clock.now()).toISOString(),
        address: '127.0.0.1',
        requestId: expect.stringMatching(/^[\da-f-]{36}$/),
      })),
    );
  });

  it('links an event to its request', async () => {
    const server = await start();
    const { token } = await newPerson(server.api);
    const reply = await server.api.call('GET /api/users/logout', { token });
    const requestId = reply.headers.get('X-Request-Id');
    const event = recordsOf(server).findLast(({ audit }) => audit?.action === 'logout');
    expect(event?.audit).toMatchObject({ requestId });
    expect(recordsOf(server).at(-1)).toMatchObject({ requestId, msg: 'request' });
  });

  it('never has source code or names', async () => {
    const server = await start();
    const person = await newPerson(server.api, { pseudo: 'Grace Hopper' });
    const { id } = await newAlgo(server.api, person);
    const reply = await server.api.call(`GET /api/algos/${id}`, { token: person.token });
    expect(dataOf(reply)).toMatchObject({ sourceCode: SOURCE });
    expect(server.log.join()).not.toMatch(/Grace|Bubble|blocks/);
  });
});
