import { createService, Responses, type Service } from '@algotheque/domain';
import { memoryPorts } from '@algotheque/domain/memory';
import { texts } from '@algotheque/domain/texts';
import { describe, expect, it } from 'vitest';
import { failure } from '../src/exchange/failures.ts';
import {
  BadRequestRes,
  CreatedRes,
  createApp,
  createLogger,
  ForbiddenRes,
  HttpResponses,
  httpTexts,
  listen,
  NotFoundRes,
  OkRes,
  Res,
  statusOf,
} from '../src/index.ts';
import type { FailureId } from '../src/responses.ts';
import { Api } from './suite/api.ts';

const SECRET = 'planted-hunter2';

/** A server on a service whose methods the test gives. */
async function served<Result>(
  service: Partial<Record<keyof Service, unknown>>,
  test: (api: Api, log: string[]) => Promise<Result>,
) {
  const log: string[] = [];
  const logger = createLogger({ destination: { write: (line) => void log.push(line) } });
  // The cast: a method that the test gives may resolve to anything.
  const complete = { ...createService(memoryPorts()), ...service } as Service;
  const app = createApp({ service: complete, logger });
  const { address, drain } = await listen(app);
  try {
    return await test(new Api(`http://127.0.0.1:${address.port}`), log);
  } finally {
    await drain();
  }
}

describe('response kinds', () => {
  it('carry the status of their name', () => {
    const { Missing_data } = Responses.General;
    expect(new OkRes(Responses.User.Success.Found, 1)).toMatchObject({ status: 200, data: 1 });
    expect(new CreatedRes(Responses.User.Success.Created)).toMatchObject({ status: 201, data: undefined });
    expect(new BadRequestRes(Missing_data).status).toBe(400);
    expect(new ForbiddenRes(Responses.User.Forbidden).status).toBe(403);
    expect(new NotFoundRes(Responses.User.Not_found).status).toBe(404);
    expect(new Res(409, Responses.User.Email_already_exists)).toMatchObject({ status: 409, headers: {} });
  });

  it('belong to each failure by its status', () => {
    const kinds = { 400: BadRequestRes, 403: ForbiddenRes, 404: NotFoundRes } as const;
    const all = [Responses.General, Responses.User, Responses.Algo, Responses.Folder, HttpResponses.General].flatMap(
      (group) => Object.values<FailureId | object>(group),
    );
    for (const code of all.filter((id) => typeof id === 'string')) {
      const answer = failure(code);
      expect(answer.message).toBe(code);
      expect(answer.status).toBe(statusOf(code));
      const kind = Object.entries(kinds).find(([status]) => Number(status) === answer.status)?.[1] ?? Res;
      expect(answer.constructor, code).toBe(kind);
    }
    expect(statusOf(Responses.User.Email_already_exists)).toBe(409);
    expect(statusOf(Responses.Algo.Conflict)).toBe(412);
  });

  it('have a text in every language, for identifiers of domain and HTTP', () => {
    expect(Object.keys(httpTexts.fr)).toEqual(Object.keys(httpTexts.en));
    expect(Object.keys(httpTexts).sort()).toEqual(Object.keys(texts).sort());
    for (const catalogue of Object.values(httpTexts)) {
      for (const [id, text] of Object.entries(catalogue)) {
        expect(id).toMatch(/^Responses\.General\./);
        expect(text).toMatch(/\.$/);
      }
    }
  });
});

describe('data', () => {
  const user = {
    id: 1,
    adresseMail: 'a@example.org',
    pseudo: 'Ada',
    dateInscription: 1,
    isVerified: false,
    urlPfp: null,
    locale: null,
    shareMails: true,
  };
  const account = { email: 'a', password: 'b', pseudo: 'c' };

  it('has the fields of its schema only, at any depth', async () => {
    const utilisateur = { ...user, mdpHash: SECRET, credentialsVersion: SECRET };
    const service = {
      registerUser: async () => utilisateur,
      login: async () => ({ token: 't', dateExpiration: 1, utilisateur, session: SECRET }),
      logout: async () => SECRET,
      recoverPassword: async () => SECRET,
    };
    const bodies = await served(service, async (api) => [
      await api.call('POST /api/users/register', { json: account }),
      await api.call('POST /api/users/login', { json: account }),
      await api.call('POST /api/users/recover', { json: account }),
    ]);
    for (const { text } of bodies) expect(text).not.toContain(SECRET);
    expect(bodies[0]?.body).toMatchObject({ data: user });
    expect(bodies[1]?.body).toMatchObject({ data: { token: 't', utilisateur: user } });
    expect(bodies[2]?.body).toEqual({ message: 'Responses.User.Success.Recovery_sent' });
  });

  it('that does not match is a 500, and the log names the place, not the value', async () => {
    const service = { registerUser: async () => ({ ...user, pseudo: { [SECRET]: SECRET } }) };
    await served(service, async (api, log) => {
      const reply = await api.call('POST /api/users/register', { json: account });
      expect([reply.status, reply.headers.get('Location')]).toEqual([500, null]);
      expect(reply.text + log.join()).not.toContain(SECRET);
      expect(log.join()).toContain('does not fit its schema at pseudo');
    });
  });
});
