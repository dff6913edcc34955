import { describe, expect, it } from 'vitest';
import { Responses } from '../../src/responses.ts';
import { texts } from '../../src/texts/index.ts';

/** Every identifier of the catalogue, with its path in the catalogue. */
function identifiers(tree: object, path = 'Responses'): [string, unknown][] {
  return Object.entries(tree).flatMap(([name, value]): [string, unknown][] =>
    typeof value === 'string' ? [[`${path}.${name}`, value]] : identifiers(value, `${path}.${name}`),
  );
}

const ALL = identifiers(Responses);

describe('identifiers', () => {
  it.each(ALL)('%s is its own path', (path, identifier) => {
    expect(identifier).toBe(path);
  });

  it('include those of the specification', () => {
    const named = ['General.Missing_data', 'General.Invalid_data', 'User.Email_already_exists', 'User.Success.Created'];
    const algos = ['Algo.Forbidden_create', 'Algo.Invalid', 'Algo.Success.Created'];
    for (const name of [...named, ...algos]) expect(ALL.map(([path]) => path)).toContain(`Responses.${name}`);
  });
});

describe.each(Object.entries(texts))('texts in %s', (_locale, catalogue) => {
  it('are there for every identifier, and for nothing else', () => {
    expect(Object.keys(catalogue).sort()).toEqual(ALL.map(([path]) => path).sort());
  });

  it('are sentences, and not identifiers', () => {
    for (const [identifier, text] of Object.entries(catalogue)) {
      expect(text).not.toContain('Responses.');
      expect(text, identifier).toMatch(/^\p{Lu}.{8,}\.$/u);
    }
  });

  it('are different for different identifiers', () => {
    expect(new Set(Object.values(catalogue)).size).toBe(ALL.length);
  });
});

it('languages are English and French, with different texts', () => {
  expect(Object.keys(texts)).toEqual(['en', 'fr']);
  const same = Object.entries(texts.en).filter(([identifier, text]) =>
    Object.entries(texts.fr).some(([other, french]) => other === identifier && french === text),
  );
  expect(same).toEqual([]);
});
