import { UnavailableError } from '@algotheque/domain';
import {
  MongoClient,
  MongoClientClosedError,
  MongoNetworkError,
  MongoNetworkTimeoutError,
  MongoServerError,
  MongoWriteConcernError,
} from 'mongodb';
import { describe, expect, it } from 'vitest';
import { isLostAnswer, portError } from '../src/connection/failures.ts';
import { MongoAccessError, MongoCommandError } from '../src/index.ts';
import { textOf } from './support/textOf.ts';

const WHERE = 'MongoDB at host:1/x, users.insert';

// The types of the driver hide the parameters of the constructor.
const unreplicated: unknown = Reflect.construct(MongoWriteConcernError, [
  { ok: 1, writeConcernError: { code: 64, errmsg: 'waiting for replication timed out' } },
]);

// Only the driver can make this error, because it has the driver's view of the servers. Nothing listens on port 1.
const unreached: unknown = await new MongoClient('mongodb://127.0.0.1:1', { serverSelectionTimeoutMS: 1 })
  .connect()
  .catch((error: unknown) => error);

const serverError = (code: number, errmsg: string, codeName = 'Name') =>
  new MongoServerError({ message: errmsg, errmsg, code, codeName });

describe('errors of the driver', () => {
  it.each([
    new MongoNetworkError('connection 1 to 127.0.0.1:1 closed'),
    new MongoNetworkTimeoutError('connection 1 to 127.0.0.1:1 timed out'),
    new MongoClientClosedError(),
    unreplicated,
    ...[50, 64, 91, 189, 262, 10107, 11600, 11602, 13435, 13436, 14031].map((code) => serverError(code, 'not now')),
  ])('say that the store cannot be reached: $name $code', (error) => {
    const found = portError(error, WHERE);
    expect(found).toBeInstanceOf(UnavailableError);
    expect(textOf(found)).toContain(WHERE);
    expect(found).toMatchObject({ reason: expect.stringContaining(WHERE) });
  });

  it.each(['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED', 'ERR_SSL_BAD_RECORD_TYPE'])(
    'say so when the socket error has no class of the driver: %s',
    (code) => {
      const error = Object.assign(new Error('This socket has been ended by the other party'), { code });
      expect(portError(error, WHERE)).toMatchObject({ reason: `${WHERE}: connection ended (${code})` });
      expect(portError(error, WHERE)).toBeInstanceOf(UnavailableError);
      expect(isLostAnswer(error)).toBe(true);
    },
  );

  it('say so when no server was found', () => {
    expect(unreached).toMatchObject({ name: 'MongoServerSelectionError' });
    expect(portError(unreached, WHERE)).toBeInstanceOf(UnavailableError);
  });

  it('say clearly that a database user lacks a right, and which one', () => {
    const wrong = portError(serverError(18, 'Authentication failed.'), WHERE);
    expect(wrong).toBeInstanceOf(MongoAccessError);
    expect(textOf(wrong)).toMatch(/user or password/);
    const readOnly = portError(serverError(13, 'not authorized on x to execute command { insert: "users" }'), WHERE);
    expect(readOnly).toBeInstanceOf(MongoAccessError);
    expect(textOf(readOnly)).toMatch(/readWrite/);
  });

  it.each([
    serverError(11000, 'E11000 duplicate key error dup key: { adresseMail: "grace@example.org" }'),
    serverError(13, 'not authorized to execute { insert: "users", documents: [ { mdpHash: "grace@example.org" } ] }'),
    serverError(121, `Document failed validation 'grace@example.org'`),
    serverError(11600, 'interrupted: { adresseMail: "grace@example.org" }'),
  ])('are reported without user data: $code', (error) => {
    const found = textOf(portError(error, WHERE));
    expect(found).not.toContain('grace');
    expect(found).toContain(WHERE);
  });

  it('keep the code of errors that waiting does not fix', () => {
    const found = portError(serverError(121, 'Document failed validation', 'DocumentValidationFailure'), WHERE);
    expect(found).toBeInstanceOf(MongoCommandError);
    expect(found).toMatchObject({ code: 121 });
    expect(textOf(found)).toContain('121 (DocumentValidationFailure)');
  });

  it('pass other errors on unchanged', () => {
    for (const own of [new TypeError('a bug'), Object.assign(new Error('a bug'), { code: 'ERR_INVALID_ARG_TYPE' })]) {
      expect(portError(own, WHERE)).toBe(own);
      expect(isLostAnswer(own)).toBe(false);
    }
  });

  it('distinguish a broken connection from a silent one', () => {
    expect(isLostAnswer(new MongoNetworkError('connection closed'))).toBe(true);
    expect(isLostAnswer(new MongoNetworkTimeoutError('timed out'))).toBe(false);
    expect(isLostAnswer(serverError(11600, 'interrupted'))).toBe(false);
    expect(isLostAnswer(new Error('other'))).toBe(false);
  });
});
