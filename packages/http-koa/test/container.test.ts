import { DEFAULT_POLICY, type Ports, systemClock } from '@algotheque/domain';
import { FakeClock, memoryPorts } from '@algotheque/domain/memory';
import type { ServiceIdentifier } from 'inversify';
import { describe, expect, it } from 'vitest';
import {
  type AppParts,
  createApp,
  createContainer,
  createLogger,
  DEFAULT_HTTP_OPTIONS,
  ids,
  listen,
} from '../src/index.ts';
import { Api, dataOf } from './suite/api.ts';

const silent = createLogger({ level: 'silent' });

describe('the container', () => {
  it('resolves every binding, each port to the given one', () => {
    const ports: Ports = memoryPorts();
    const container = createContainer(ports, { logger: silent });
    for (const [name, id] of Object.entries(ids)) {
      expect(container.isBound(id), name).toBe(true);
      expect(container.get(id), name).toBeDefined();
    }
    const byName: Readonly<Record<string, ServiceIdentifier>> = { ...ids };
    for (const [name, port] of Object.entries(ports)) expect(container.get(byName[name] ?? name)).toBe(port);
    expect(container.get(ids.logger)).toBe(silent);
    expect(container.get(ids.policy)).toEqual(DEFAULT_POLICY);
    expect(container.get(ids.httpOptions)).toEqual(DEFAULT_HTTP_OPTIONS);
    expect(container.get(ids.service)).toBe(container.get(ids.service));
  });

  it('has a default for each port without a store', () => {
    const { audit: _audit, clock: _clock, validator: _validator, ...stores } = memoryPorts();
    const container = createContainer(stores, { logger: silent });
    expect(container.get(ids.clock)).toBe(systemClock);
    expect(container.get(ids.validator)({})).toEqual({ success: true });
    expect(container.get(ids.audit)).toHaveProperty('record');
  });

  it('uses a port that was bound again', async () => {
    const container = createContainer(memoryPorts(), { logger: silent });
    container.rebind(ids.clock).toConstantValue(new FakeClock(86_400_000));
    const { address, drain } = await listen(createApp(container));
    const json = { email: 'ada@example.org', password: 'long enough', pseudo: 'Ada' };
    const reply = await new Api(`http://127.0.0.1:${address.port}`).call('POST /api/users/register', { json });
    await drain();
    expect(dataOf(reply)).toMatchObject({ dateInscription: 86_400_000 });
  });

  it('releases everything', async () => {
    const container = createContainer(memoryPorts(), { logger: silent });
    container.get(ids.service);
    await container.unbindAllAsync();
    expect(container.isBound(ids.service)).toBe(false);
  });

  it('refuses invalid options when it is created', () => {
    expect(() => createContainer(memoryPorts(), { http: { maxBodyBytes: 0 } })).toThrow('maxBodyBytes does not take 0');
  });

  it.each(['httpp', 'ports'])('refuses the unknown option %s', (name) => {
    const options: object = { [name]: {} };
    expect(() => createContainer(memoryPorts(), options)).toThrow(
      new RangeError(`createContainer has no option ${name}`),
    );
  });

  it('names missing ports when the service is first resolved', () => {
    const container = createContainer(memoryPorts(), { logger: silent });
    container.unbind(ids.mailer);
    // The cast: an embedder without a compiler may bind it.
    container.bind(ids.mailer).toConstantValue(null as unknown as Ports['mailer']);
    expect(() => container.get(ids.service)).toThrow(new TypeError('Ports are missing: mailer'));
  });

  it('checks HTTP options that were bound later', () => {
    const container = createContainer(memoryPorts(), { logger: silent });
    container.rebind(ids.httpOptions).toConstantValue({ ...DEFAULT_HTTP_OPTIONS, maxBodyBytes: 0 });
    expect(() => createApp(container)).toThrow('maxBodyBytes does not take 0');
  });

  it('names missing ports and unknown ports when it is created', () => {
    const { mailer: _, ...ports } = memoryPorts();
    const given = { ...ports, clok: {} };
    // The cast: an embedder without a compiler may pass it.
    expect(() => createContainer(given as unknown as Ports)).toThrow(
      new TypeError('Ports are missing: mailer; There are no ports of these names: clok'),
    );
    expect(() => createContainer({} as Ports)).toThrow(
      /^Ports are missing: users, dueWork, mails, algos, .*rounds, events$/,
    );
  });

  it.each([null, 5, []])('refuses options that are no object: %j', (options) => {
    // The cast: an embedder without a compiler may pass it.
    expect(() => createContainer(memoryPorts(), options as object)).toThrow('options of createContainer must be');
  });
});

describe('createApp', () => {
  const service = createContainer(memoryPorts(), { logger: silent }).get(ids.service);
  // The cast: an embedder without a compiler may pass it.
  const appOf = (parts: unknown) => () => createApp(parts as AppParts);

  it.each([{}, null, undefined, 'service', { service: null }, { http: {} }])('needs a service, not %j', (parts) => {
    expect(appOf(parts)).toThrow(new TypeError('createApp needs a container of createContainer, or a service'));
  });

  it.each([
    ['console', console, 'The logger lacks child, flush, isLevelEnabled'],
    ['an object', {}, 'The logger lacks child, flush, isLevelEnabled, error, warn, info, debug'],
  ])('names the methods that a logger lacks: %s', (_what, logger, message) => {
    expect(appOf({ service, logger })).toThrow(new TypeError(message));
  });

  it('names the methods that a service lacks', () => {
    expect(appOf({ service: {} })).toThrow(/^The service lacks .*registerUser, .*, health$/);
    expect(appOf({ service: { ...service, listAlgos: undefined } })).toThrow(
      new TypeError('The service lacks listAlgos'),
    );
  });

  it('refuses an unknown option', () => {
    expect(appOf({ service, options: {} })).toThrow(new RangeError('createApp has no option options'));
    expect(appOf({ service, http: { corsOrigin: [] } })).toThrow(new RangeError('http has no option corsOrigin'));
  });
});

it('listen refuses an unknown option', async () => {
  const app = createApp(createContainer(memoryPorts(), { logger: silent }));
  const options: object = { prot: 3000, hots: '::1' };
  await expect(listen(app, options)).rejects.toThrow(new RangeError('listen has no option prot, hots'));
});
