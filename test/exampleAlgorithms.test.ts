import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultValidator, parseJson } from '@algotheque/domain';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';

const KIB = 1024;

const FOLDER = join(import.meta.dirname, '../examples/algorithms');

/** The algorithms that examples/algorithms holds, without `.json`. */
const ALGORITHMS = globSync('*.json', { cwd: FOLDER })
  .filter((file) => file !== 'schema.json')
  .map((file) => file.replace('.json', ''));

const textOf = (name: string): string => readFileSync(join(FOLDER, `${name}.json`), 'utf8');

const validate = new Ajv2020({ allErrors: true, strict: true }).compile(JSON.parse(textOf('schema')));

/** Every object in a JSON value that has an `id`. */
function elementsOf(value: unknown): { id: number; libelle: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(elementsOf);
  return 'id' in value && 'libelle' in value
    ? [{ id: Number(value.id), libelle: String(value.libelle) }, ...inner]
    : inner;
}

describe('the example algorithms', () => {
  it('are at least eight', () => {
    expect(ALGORITHMS.length).toBeGreaterThanOrEqual(8);
  });

  describe.each(ALGORITHMS)('%s', (name) => {
    const text = textOf(name);

    it('keeps the schema of the format', () => {
      validate(JSON.parse(text));
      expect(validate.errors ?? []).toEqual([]);
    });

    it('is accepted by the default validator of the domain', async () => {
      expect(await defaultValidator()(parseJson(text))).toEqual({ success: true });
    });

    it('is between 1 and 50 KiB, as stored and in compact form', () => {
      for (const form of [text, JSON.stringify(JSON.parse(text))]) {
        expect(Buffer.byteLength(form)).toBeGreaterThanOrEqual(KIB);
        expect(Buffer.byteLength(form)).toBeLessThanOrEqual(50 * KIB);
      }
    });

    it('numbers its elements without a double', () => {
      const ids = elementsOf(JSON.parse(text)).map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
    });
  });
});

describe('the schema of the format', () => {
  const arbre = (): Record<string, unknown> => JSON.parse(textOf('euclide'));

  it.each([
    ['another format', { format: 'algotheque/arbre/2' }],
    ['no title', { titre: '' }],
    ['what it does not name', { auteur: 'Euclide' }],
    ['a root that is no problem', { racine: { id: 1, typeElement: 'Action', libelle: 'x', abscisse: 0, ordonnee: 0 } }],
    ['a procedure that is no procedure', { procedures: [arbre()['racine']] }],
  ])('refuses %s', (_, change) => {
    expect(validate({ ...arbre(), ...change })).toBe(false);
  });
});
