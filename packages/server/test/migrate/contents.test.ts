import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AuthenticatedCaller, Service } from '@algotheque/domain';
import { describe, expect, it } from 'vitest';
import { openLocal } from '../../src/openLocal.ts';
import { edit } from '../doctor/support/examined.ts';
import { move, onceCopied, refusalOf } from './support/move.ts';
import { SECRET } from './support/sampleStore.ts';
import { scene } from './support/scene.ts';
import { snapshotOf } from './support/snapshot.ts';

describe('the verification of contents', () => {
  it.each([
    ['is gone', (path: string) => rmSync(path)],
    ['is cut short', (path: string) => writeFileSync(path, readFileSync(path).subarray(0, 5))],
    ['is another', (path: string) => writeFileSync(path, '{}')],
  ])('detects a content that %s, and another run repairs it', async (_what, damage) => {
    const { target, from, to } = await scene();
    const message = await refusalOf(
      from,
      to,
      onceCopied(() => damage(join(target, 'algos/1.json'))),
    );
    expect(message).toContain('algo 1 has other content in the target');
    await move(from, to, { anew: true });
    expect(await snapshotOf(to)).toEqual(await snapshotOf(from));
  });

  it('detects a content that does not match the reference of its record', async () => {
    const { target, from, to } = await scene();
    const replace = () => {
      const digest = createHash('sha256').update('{}').digest('hex');
      writeFileSync(join(target, 'algos/1.json'), '{}');
      edit(target, `UPDATE algos SET ref = '${'0'.repeat(32)}-${digest}' WHERE id = 1`);
    };
    expect(await refusalOf(from, to, onceCopied(replace))).toContain('algo 1 has another record in the target');
    await move(from, to, { anew: true });
    expect(await snapshotOf(to)).toEqual(await snapshotOf(from));
  });

  it('does not count a content as copied that is absent on both sides', async () => {
    const { source, target, from, to } = await scene();
    const remove = () => [source, target].map((dataDir) => rmSync(join(dataDir, 'algos/4.json')));
    expect(await refusalOf(from, to, onceCopied(remove))).toContain('algo 4 has lost its content in the source');
  });
});

describe('content that the source lacks', () => {
  it('is listed by algorithm and place when the rest is copied; after it is restored, the migration is begun anew', async () => {
    const { source, from, to } = await scene();
    const path = (id: number) => join(source, `algos/${id}.json`);
    const [first, third] = [readFileSync(path(1)), readFileSync(path(3))];
    rmSync(path(1));
    writeFileSync(path(3), third.subarray(0, -1));
    const lines: string[] = [];
    const message = await refusalOf(from, to, { onLine: (line) => lines.push(line) });
    expect(message).toMatch(/^The content of 2 algorithms is missing or damaged in the source/);
    expect(message).toContain(`algorithm 1: ${path(1)}`);
    expect(message).toContain(`algorithm 3: ${path(3)}`);
    expect(lines).toContain('  algorithms: 2 copied');
    writeFileSync(path(1), first);
    writeFileSync(path(3), third);
    await move(from, to, { anew: true });
    expect(await snapshotOf(to)).toEqual(await snapshotOf(from));
  });

  it('does not stop the migration after its owner has deleted the algorithm for good', async () => {
    const { source, token, from, to } = await scene();
    rmSync(join(source, 'algos/2.json'));
    expect(await refusalOf(from, to)).toContain('The content of 1 algorithms is missing');
    const asOwner = async (work: (service: Service, owner: AuthenticatedCaller) => Promise<unknown>) => {
      const { service, close } = await openLocal({ dataDir: source, settings: { ALGOTHEQUE_SECRET: SECRET } });
      await work(service, await service.authenticate(token));
      await close();
    };
    await asOwner((service, owner) => service.deleteAlgo({ id: 2 }, owner));
    expect(await refusalOf(from, to, { anew: true })).toContain(`deleted algorithm 2: ${join(source, 'algos/2.json')}`);
    await asOwner((service, owner) => service.purgeAlgo({ id: 2 }, owner));
    await move(from, to, { anew: true });
    expect((await snapshotOf(to))['algo']).toMatchObject([{ id: 1 }, { id: 3 }, { id: 4 }]);
  });
});
