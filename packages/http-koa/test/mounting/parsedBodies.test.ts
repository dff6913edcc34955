import type { IncomingMessage } from 'node:http';
import express, { type RequestHandler } from 'express';
import Koa from 'koa';
import mount from 'koa-mount';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serving } from '../../../../test/support/httpServer.ts';
import { dataOf, statusAndMessage } from '../suite/api.ts';
import { freshEmail, newPerson, PASSWORD } from '../suite/people.ts';
import { apiAt, appToMount } from './mountedApp.ts';

const keepBytes = (request: IncomingMessage, _response: unknown, rawBody: Buffer) => {
  Object.assign(request, { rawBody });
};

async function behind(...parsers: readonly RequestHandler[]) {
  const { app, log } = appToMount();
  const outer = express().disable('x-powered-by');
  for (const parser of parsers) outer.use(parser);
  outer.use('/tools', app.callback());
  const host = await serving(outer);
  onTestFinished(host.close);
  return { api: apiAt(host, '/tools'), log, host };
}

const inexact = (ownerId: number) => `{"ownerId":${ownerId},"nom":"Sum","sourceCode":{"n":12345678901234567890}}`;
const JSON_TYPE = { 'Content-Type': 'application/json' };

describe('a body that the host has parsed', () => {
  it('is taken where fields are sent, with the same checks', async () => {
    const { api } = await behind(express.json());
    const json = { email: freshEmail(), password: PASSWORD, pseudo: 'Ada' };
    expect((await api.call('POST /api/users/register', { json })).status).toBe(201);
    expect(statusAndMessage(await api.call('POST /api/users/register', { json: { email: 7 } }))).toBe(
      '400 General.Missing_data',
    );
    const large = { json: { ...json, more: 'x'.repeat(20_000) } };
    expect(statusAndMessage(await api.call('POST /api/users/register', large))).toBe('413 General.Payload_too_large');
    const many = { json: { more: Array.from({ length: 2_000 }, () => 1) } };
    expect(statusAndMessage(await api.call('POST /api/users/register', many))).toBe('413 General.Payload_too_large');
  });

  it('is taken as a form, and the answer is a page', async () => {
    const { host } = await behind(express.urlencoded());
    const body = new URLSearchParams({ email: 'nobody@example.org' });
    const answer = await fetch(`${host.url}/tools/api/users/confirm`, { method: 'POST', body });
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8']);
  });

  it('is refused for an algorithm, because numbers may have changed; the log names the cause', async () => {
    const { api, log } = await behind(express.json());
    const { id, token } = await newPerson(api);
    const sent = api.call('POST /api/algos', { token, body: inexact(id), headers: JSON_TYPE });
    expect(statusAndMessage(await sent)).toBe('500 General.Internal_error');
    const line = log.find((one) => one.includes('internal error')) ?? '';
    expect(line).toContain('The host application has read the body of the request before Algotheque');
    expect(line).toContain('rawBody');
  });

  it('is taken for an algorithm from the bytes that the host kept', async () => {
    const { api } = await behind(express.json({ verify: keepBytes }));
    const { id, token } = await newPerson(api);
    const sent = { token, body: inexact(id), headers: JSON_TYPE };
    expect(statusAndMessage(await api.call('POST /api/algos', sent))).toBe('400 Algo.Invalid'); // as without a host: the number is seen
    const json = { ownerId: id, nom: 'Sum', sourceCode: { n: 0.1 } };
    const created = dataOf<{ id: number }>(await api.call('POST /api/algos', { token, json }));
    expect(dataOf(await api.call(`GET /api/algos/${created.id}`, { token }))).toMatchObject({ sourceCode: { n: 0.1 } });
  });

  it.each([
    ['text', express.text({ type: '*/*' })],
    ['bytes', express.raw({ type: '*/*' })],
  ])('is taken as %s', async (_what, parser) => {
    const { api } = await behind(parser);
    const { id, token } = await newPerson(api);
    const json = { ownerId: id, nom: 'Sum', sourceCode: {} };
    expect((await api.call('POST /api/algos', { token, json })).status).toBe(201);
  });

  it('counts as empty if the host has found its end', async () => {
    const { api } = await behind(express.json());
    const body = new ReadableStream({ start: (stream) => stream.close() });
    const sent = api.call('POST /api/users/confirm', { body, headers: JSON_TYPE });
    expect(statusAndMessage(await sent)).toBe('400 General.Missing_data');
  });

  it('is refused if nothing is left of it', async () => {
    const discard: RequestHandler = (request, _response, next) => void request.resume().once('end', () => next());
    const { api, log } = await behind(discard);
    const json = { email: 'nobody@example.org' };
    expect(statusAndMessage(await api.call('POST /api/users/confirm', { json }))).toBe('500 General.Internal_error');
    expect(log.join('\n')).toContain('left nothing of it');
  });

  it('is taken from the request of Koa', async () => {
    const { app } = appToMount();
    const outer = new Koa();
    outer.use(async (context, next) => {
      const chunks: Buffer[] = [];
      for await (const chunk of context.req) chunks.push(chunk);
      const rawBody = Buffer.concat(chunks).toString();
      Object.assign(context.request, { rawBody, ...(rawBody !== '' && { body: JSON.parse(rawBody) }) });
      await next();
    });
    outer.use(mount('/tools', app));
    const host = await serving(outer.callback());
    onTestFinished(host.close);
    const api = apiAt(host, '/tools');
    const { id, token } = await newPerson(api);
    const json = { ownerId: id, nom: 'Sum', sourceCode: {} };
    expect((await api.call('POST /api/algos', { token, json })).status).toBe(201);
  });
});
