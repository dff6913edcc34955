import { describe, expect, it } from 'vitest';
import { content, orNotFound, PROCESSES, races, read } from '../support/contentRaces.ts';

describe.each(PROCESSES)('a reader with concurrent writers, $name', ({ isShared }) => {
  const race = races(isShared);

  it('always sees a name with the source code of the same version', async () => {
    await race(({ one, other, owner, writer, reader }) => [
      one.updateAlgo({ id: 1, changes: content('one') }, owner),
      one.updateAlgo({ id: 1, changes: content('two') }, writer),
      other.updateAlgo({ id: 1, changes: content('three') }, writer),
      ...[one, other, one, other].map((service) => read(service, reader)),
    ]);
  });

  it('never goes back to an older version', async () => {
    await race(({ one, other, owner, reader }) => [
      one.updateAlgo({ id: 1, changes: content('one') }, owner),
      other.updateAlgo({ id: 1, changes: content('two') }, owner),
      read(one, reader).then(async (first) => expect(await read(other, reader)).toBeGreaterThanOrEqual(first)),
    ]);
  });

  it('sees the whole algorithm or nothing during a deletion', async () => {
    await race(
      ({ one, other, owner, reader }) => [
        one.deleteAlgo({ id: 1 }, owner),
        other.updateAlgo({ id: 1, changes: content('two') }, owner).catch(orNotFound),
        ...[one, other].map((service) => read(service, reader)),
      ],
      async ({ world }) => {
        expect(world.data.algos.size).toBe(0);
      },
    );
  });
});
