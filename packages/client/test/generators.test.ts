import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import openapiTypes, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../test/support/scratchFolder.ts';

const text = await readFile(new URL('../../../docs/openapi.json', import.meta.url), 'utf8');

/** Uses the types as a client of one's own does. */
const programOf = (imports: string): string => `${imports}

const change = { nom: 'Euclid' };
export const created: Create[] = [
  { ownerId: 1, ...change, sourceCode: { steps: ['while b', { a: null }] } },
  { ownerId: 1, ...change, sourceCode: [1, 'two', null, [3]] },
];
export const patches: Patch[] = [{}, change, { sourceCode: [] }];
export const users: PatchUser[] = [{ currentPassword: 'analytical engine' }, { currentPassword: 'x', urlPfp: null }];
interface Steps { readonly steps: readonly string[] }
const source: Steps = { steps: [] };
export const sent: Create = { ownerId: 1, ...change, sourceCode: source };
export const firstOf = ({ id, sourceCode }: Read): [number, unknown] =>
  [id, Array.isArray(sourceCode) ? sourceCode[0] : sourceCode];

// @ts-expect-error: there is no algorithm without source code
export const noSource: Create = { ownerId: 1, ...change };
// @ts-expect-error: the service sets the id
export const withId: Create = { id: 1, ownerId: 1, ...change, sourceCode: [] };
// @ts-expect-error: what is not sent is left out
export const noName: Patch = { nom: null };
type Sent = Patch['nom'];
export const isText: string extends Sent ? true : false = true;
`;

const GENERATORS = {
  async 'openapi-typescript'(folder: string) {
    await writeFile(join(folder, 'schema.ts'), astToString(await openapiTypes(text)));
    return `import type { components, paths } from './schema.ts';
type JsonOf<Operation extends { requestBody?: { content: { 'application/json': unknown } } }> =
  NonNullable<Operation['requestBody']>['content']['application/json'];
type Create = JsonOf<paths['/api/algos']['post']>;
type Patch = JsonOf<paths['/api/algos/{id}']['patch']>;
type PatchUser = JsonOf<paths['/api/users/{id}']['patch']>;
type Read = components['schemas']['AlgorithmWithSource'];`;
  },
  async '@hey-api/openapi-ts'(folder: string) {
    const input = JSON.parse(text);
    const output = { path: join(folder, 'hey') };
    await createClient({ input, output, plugins: ['@hey-api/typescript'], logs: { level: 'silent', file: false } });
    return `import type { AlgorithmWithSource, CreateAlgoData, PatchAlgoData, PatchUserData } from './hey/types.gen.ts';
type Create = CreateAlgoData['body'];
type Patch = NonNullable<PatchAlgoData['body']>;
type PatchUser = NonNullable<PatchUserData['body']>;
type Read = AlgorithmWithSource;`;
  },
};

describe('a program with the types that a generator makes of docs/openapi.json', () => {
  it.each(Object.entries(GENERATORS))('compiles: %s', async (_name, generate) => {
    const folder = scratchFolder();
    const file = join(folder, 'program.ts');
    await writeFile(file, programOf(await generate(folder)));
    expect(problemsOf(file)).toEqual([]);
  });

  it('knows ids, dates and counts of answers as integers', () => {
    const answers: string[] = [];
    JSON.parse(text, (key, value) => {
      if (key === 'responses' || key === 'schemas') answers.push(JSON.stringify(value));
      return value;
    });
    expect(answers.join()).toContain('"type":"integer"');
    expect(answers.join()).not.toContain('"type":"number"');
  });

  it('has 64 bits for each integer that may need them, and one type for source code', () => {
    const narrow: unknown[] = [];
    const ofSource: unknown[] = [];
    JSON.parse(text, (key, value) => {
      const isWide = value?.format === 'int64' || value?.maximum < 2 ** 31 || value?.const < 2 ** 31;
      if (value?.type === 'integer' && !isWide) narrow.push(value);
      if (key === 'sourceCode' && value?.description !== undefined) ofSource.push(...Object.keys(value));
      return value;
    });
    expect(narrow).toEqual([]);
    expect(new Set(ofSource)).toEqual(new Set(['not', 'description']));
  });
});

function problemsOf(file: string): string[] {
  const program = ts.createProgram([file], {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    noPropertyAccessFromIndexSignature: true,
    allowImportingTsExtensions: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
  });
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}
