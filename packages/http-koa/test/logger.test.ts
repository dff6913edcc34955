import { StoreRefusedError, UnavailableError } from '@algotheque/domain';
import { describe, expect, it } from 'vitest';
import { createLogger, problemLog } from '../src/index.ts';
import { pinoAuditLog } from '../src/logs/logger.ts';

describe('a logger', () => {
  function logged(entry: object): string {
    const lines: string[] = [];
    createLogger({ destination: { write: (line) => void lines.push(line) } }).info(entry, 'said');
    return lines.join('');
  }

  it('flushes warnings and audit events at once, other lines later', () => {
    const calls: string[] = [];
    const destination = { write: () => void calls.push('write'), flush: () => void calls.push('flush') };
    const logger = createLogger({ destination });
    logger.info('request');
    expect(calls).toEqual(['write']);
    logger.child({}).warn('problem');
    pinoAuditLog(logger).record({
      action: 'logout',
      date: 0,
      actorId: 1,
      targetId: 1,
      address: null,
      requestId: null,
    });
    expect(calls).toEqual(['write', 'write', 'flush', 'write', 'flush']);
  });

  it('removes fields with names of secrets, at the top and one level below', () => {
    const names = ['password', 'currentPassword', 'newPassword', 'mdpHash', 'token', 'authorization', 'email'];
    for (const name of [...names, 'adresseMail', 'body', 'rawBody']) {
      expect(logged({ [name]: 'hunter2', user: { [name]: 'hunter2', id: 1 } })).not.toContain('hunter2');
    }
  });

  it('writes the type, codes, stack frames and message of an error, without secrets', () => {
    const cause = Object.assign(new Error('got hunter2'), { code: 'E11000', errcode: 2067, body: 'hunter2' });
    const message =
      'no answer of mongodb://root:hunter2@db.example:27017/x for hunter2@example.org $argon2id$v=19$hunter2 ' +
      `${'q8Zr1xV0y7'.repeat(4)}.hunter2 in 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08`;
    const err = Object.assign(new Error(message, { cause }), {
      body: 'hunter2',
      rawBody: 'hunter2',
      code: 'hunter2 !',
    });
    const line = logged({ err });
    expect(line).not.toContain('hunter2');
    expect(JSON.parse(line)).toMatchObject({
      err: {
        type: 'Error',
        message:
          'no answer of mongodb://***@db.example:27017/x for ***@*** *** *** ' +
          'in 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        stack: expect.arrayContaining([expect.stringMatching(/^at .*logger\.test\.ts:\d+:\d+\)?$/)]),
        cause: { type: 'Error', code: 2067 },
      },
    });
  });

  it('writes the reason of unavailability without secrets, and nothing else of its causes', () => {
    const cause = new Error('got hunter2');
    const reason = 'The store at mongodb://root:hunter2@db.example/x is closed';
    const unavailable = new UnavailableError({ reason, cause });
    const message = 'The store at mongodb://***@db.example/x is closed';
    const line = logged({ err: unavailable });
    expect(line).not.toContain('hunter2');
    expect(JSON.parse(line)).toMatchObject({ err: { type: 'UnavailableError', reason: message } });
    expect(JSON.parse(logged({ err: new Error('failed', { cause: unavailable }) }))).toMatchObject({
      err: { message: 'failed', cause: { type: 'UnavailableError', reason: message } },
    });
    expect(logged({ err: new UnavailableError({ cause }) })).not.toMatch(/reason|hunter2/);
    expect(logged({ err: Object.assign(new Error('failed'), { reason: 'hunter2' }) })).not.toContain('hunter2');
  });

  it('handles errors that are cyclic, very large, or not errors', () => {
    for (const message of [
      'x'.repeat(1_000_000),
      'a://'.repeat(250_000),
      `${'word '.repeat(398)}x://root:hunter2@db`,
    ]) {
      const circular = new Error(message);
      circular.cause = circular;
      const line = logged({ err: circular });
      expect(line.length).toBeLessThan(30_000);
      expect(line).not.toContain('hunter');
    }
    for (const thrown of ['hunter2', null, { hunter2: 1 }, Symbol('hunter2')]) {
      expect(logged({ err: thrown })).not.toContain('hunter2');
    }
    expect(logged({ err: new Error('one\ntwo') }).split('\n')).toHaveLength(2);
  });

  it('writes 500 characters of a message, 20 frames of a stack and five causes of an error', () => {
    const frames = Array.from({ length: 30 }, (_, line) => `    at work (file.ts:${line + 1})`);
    const errorWith = (cause?: Error) =>
      Object.assign(new Error('word '.repeat(200), { cause }), { stack: ['Error', ...frames].join('\n') });
    let error = errorWith();
    for (let causes = 0; causes < 10; causes += 1) error = errorWith(error);
    const { err } = JSON.parse(logged({ err: error }));
    expect([err.message.length, err.stack.length]).toEqual([500, 20]);
    expect(logged({ err: error }).match(/"cause":/g)).toHaveLength(5);
  });
});

describe('what fails in the background', () => {
  function logged(problem: unknown): unknown {
    const lines: string[] = [];
    problemLog(createLogger({ destination: { write: (line) => void lines.push(line) } }))(problem, 'a step');
    return JSON.parse(lines.join(''));
  }
  const reason = 'MongoDB at 127.0.0.1:1/x, users.list: no answer';

  it('is a short line if a store is unavailable', () => {
    const cause = new Error(reason);
    expect(logged(new UnavailableError({ reason, cause }))).toEqual({
      level: 40,
      time: expect.any(String),
      where: 'a step',
      reason,
      msg: 'unavailable',
    });
  });

  it.each([
    ['a fault', new TypeError('a fault'), { type: 'TypeError', stack: expect.any(Array) }],
    [
      'a store that waiting does not mend',
      new UnavailableError({ reason, cause: new StoreRefusedError(reason) }),
      { reason },
    ],
    ['without a reason', new UnavailableError({ cause: new Error('x') }), { cause: { type: 'Error' } }],
  ])('is an error, with its frames: %s', (_what, problem, err) => {
    expect(logged(problem)).toMatchObject({ level: 50, where: 'a step', msg: 'problem', err });
  });
});
