import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { OPERATIONS, type Operation } from '../src/index.ts';

const all: readonly (readonly [string, Operation])[] = Object.entries(OPERATIONS);

/** The file of an embedder; it does not exist on the disk. Its last lines use each method once. */
const FILE = fileURLToPath(new URL('embedder.ts', import.meta.url));
const SOURCE = [
  "import type { Service } from '../src/index.ts';",
  'declare const service: Service;',
  ...all.map(([method]) => `service.${method};`),
].join('\n');

/** The language service that editors use, with that file and the sources of the domain. */
function openEditor(): ts.LanguageService {
  const options = { module: ts.ModuleKind.NodeNext, strict: true, noEmit: true, allowImportingTsExtensions: true };
  const textOf = (file: string) => (file === FILE ? SOURCE : ts.sys.readFile(file));
  return ts.createLanguageService({
    getScriptFileNames: () => [FILE],
    getScriptVersion: () => '1',
    getScriptSnapshot: (file) => ts.ScriptSnapshot.fromString(textOf(file) ?? readFileSync(file, 'utf8')),
    getCurrentDirectory: ts.sys.getCurrentDirectory,
    getCompilationSettings: () => options,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (file) => file === FILE || ts.sys.fileExists(file),
    readFile: textOf,
  });
}

describe('what an editor shows for a method of a service', () => {
  const editor = openEditor();
  const shown = (method: string) => editor.getQuickInfoAtPosition(FILE, SOURCE.indexOf(`service.${method};`) + 8);
  const isObject = ({ input }: Operation): boolean => input === null || input.schema.type === 'object';

  it.each(all)('%s: what it does, and what an input is that is not an object', (method, declared) => {
    const { documentation, tags = [] } = shown(method) ?? {};
    expect(ts.displayPartsToString(documentation)).toMatch(/^[A-Z].{10,}\.$/s);
    const described = tags.map(({ name, text }) => `@${name} ${ts.displayPartsToString(text)}`);
    expect(described).toEqual(isObject(declared) ? [] : [expect.stringMatching(/^@param input \w.+[^.]$/)]);
  });
});
