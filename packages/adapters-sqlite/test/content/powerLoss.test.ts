import { DatabaseSync } from 'node:sqlite';
import { MemoryDisk } from '@algotheque/domain/memory';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { create, type Embedded, embedded, remove, rowsOf, turns, update } from '../support/embedded.ts';

type Kind = 'save' | 'delete' | 'round' | 'fault';

interface Step {
  readonly kind: Kind;
  readonly id: number;
}

/** The text that each record names, and the records that were removed. */
class World {
  readonly texts = new Map<number, string>();
  readonly removed = new Set<number>();
  looks = 0;
  /** One for all looks: to open the file takes longer than to read the rows. */
  readonly #reader: DatabaseSync;
  readonly #disk: MemoryDisk;

  constructor({ path, disk }: Embedded) {
    this.#reader = new DatabaseSync(path, { readOnly: true, timeout: 3_000 });
    this.#disk = disk;
  }

  get rows(): Readonly<Record<string, unknown>> {
    return rowsOf(this.#reader);
  }

  close(): void {
    this.#reader.close();
  }

  /** A power loss now loses no content of a record, and a file of a removed record has a row that removes it. */
  look(): void {
    const { rows } = this;
    this.looks += 1;
    for (const keepsNames of [true, false]) {
      const files = this.#disk.afterPowerLoss(keepsNames).texts();
      for (const [id, text] of this.texts) {
        if (rows[id] === undefined && files[id] !== text) throw new Error(`The content of ${id} is lost`);
      }
      for (const id of this.removed) {
        if (rows[id] === undefined && files[id] !== undefined) throw new Error(`The file of ${id} is left for good`);
      }
    }
  }
}

let saved = 0;

async function save(scene: Embedded, world: World, id: number): Promise<void> {
  if (world.removed.has(id)) return;
  saved += 1;
  const text = `content ${saved}`;
  const isNew = !world.texts.has(id);
  // Between the commit and this line nothing else runs that looks: the text is what was committed.
  await (isNew ? create(scene, id, text) : update(scene, id, text)).then(() => world.texts.set(id, text));
}

async function run(scene: Embedded, world: World, { kind, id }: Step): Promise<void> {
  if (kind === 'save') await save(scene, world, id);
  if (kind === 'delete' && world.texts.has(id)) {
    await remove(scene, id);
    world.texts.delete(id);
    world.removed.add(id);
  }
  if (kind === 'round') scene.clock.advance(250);
  if (kind === 'fault') scene.clock.advance(70_000); // what has failed is due again
  await turns(1 + (id % 3));
}

const anyStep: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom<Kind>('save', 'save', 'save', 'delete', 'round', 'round', 'fault'),
  id: fc.integer({ min: 1, max: 4 }),
});

it('keeps every acknowledged content through a power loss at any step, and through failures of the disk', async () => {
  let looks = 0; // a run that looks at nothing would always pass
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyStep, { minLength: 3, maxLength: 14, size: 'max' }),
      fc.array(fc.boolean(), { minLength: 10, maxLength: 10 }),
      async (steps, faults) => {
        const scene = embedded({ disk: new MemoryDisk() });
        const world = new World(scene);
        let calls = 0;
        scene.disk.before = async () => {
          calls += 1;
          if (faults[calls % 10] === true && calls < 12) throw new Error('the disk refuses');
          await turns(calls % 3); // other steps come in between
        };
        for (const step of steps) {
          await run(scene, world, step);
          world.look();
        }
        for (let turn = 0; turn < 30; turn += 1) {
          scene.clock.advance(70_000);
          await turns(7);
          world.look();
        }
        await turns(100);
        expect(world.rows).toEqual({});
        expect(scene.disk.texts()).toEqual(Object.fromEntries(world.texts));
        world.close();
        await scene.store.close();
        looks += world.looks;
      },
    ),
    { numRuns: 40 },
  );
  expect(looks).toBeGreaterThan(1_000);
});
