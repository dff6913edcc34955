import { DEFAULT_POLICY, type Ports, systemClock } from '@algotheque/domain';
import { FakeClock, memoryPorts } from '@algotheque/domain/memory';
import type { ServiceIdentifier } from 'inversify';
import { describe, expect, it } from 'vitest';
import { createApp, createContainer, createLogger, DEFAULT_HTTP_OPTIONS, ids, listen } from '../src/index.ts';
import { Api, dataOf } from './suite/api.ts';

const silent = createLogger({ level: 'silent' });

describe('the container', () => {
  it('resolves every binding, each port to the one given', () => {
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

  it('has a default for what stands on no store', () => {
    const { audit: _audit, clock: _clock, validator: _validator, ...stores } = memoryPorts();
    const container = createContainer(stores, { logger: silent });
    expect(container.get(ids.clock)).toBe(systemClock);
    expect(container.get(ids.validator)({})).toEqual({ success: true });
    expect(container.get(ids.audit)).toHaveProperty('record');
  });

  it('serves with a port that was bound anew', async () => {
    const container = createContainer(memoryPorts(), { logger: silent });
    container.rebind(ids.clock).toConstantValue(new FakeClock(86_400_000));
    const { address, drain } = await listen(createApp(container));
    const json = { email: 'ada@example.org', password: 'long enough', pseudo: 'Ada' };
    const reply = await new Api(`http://127.0.0.1:${address.port}`).call('POST /api/users/register', { json });
    await drain();
    expect(dataOf(reply)).toMatchObject({ dateInscription: 86_400_000 });
  });

  it('lets go of everything', async () => {
    const container = createContainer(memoryPorts(), { logger: silent });
    container.get(ids.service);
    await container.unbindAllAsync();
    expect(container.isBound(ids.service)).toBe(false);
  });

  it('refuses options that make no sense when it is made', () => {
    expect(() => createContainer(memoryPorts(), { http: { maxBodyBytes: 0 } })).toThrow('maxBodyBytes does not take 0');
  });
});
