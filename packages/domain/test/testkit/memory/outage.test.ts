import { expect, it } from 'vitest';
import { UnavailableError } from '../../../src/index.ts';
import { memoryPorts, type Outage, withOutage } from '../../../testkit/memory/index.ts';

it('makes every method of a port fail while the store is down, except local ones', async () => {
  const { contentStore, hasher } = memoryPorts();
  const outage: Outage = { down: true };
  const port = withOutage(contentStore, outage);
  await expect(port.stage(new Uint8Array(), null)).rejects.toBeInstanceOf(UnavailableError);
  await expect(port.health()).rejects.toBeInstanceOf(UnavailableError);
  expect(port.locate(1, 'ref')).toBe(contentStore.locate(1, 'ref'));
  expect(withOutage(hasher, outage).needsRehash('x')).toBe(true);
  outage.down = false;
  await expect(port.stage(new Uint8Array(), null)).resolves.toEqual(expect.any(String));
});
