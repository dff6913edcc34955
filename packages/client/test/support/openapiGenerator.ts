import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const MAVEN = 'https://repo1.maven.org/maven2';
const CACHE = join(import.meta.dirname, '../../../../node_modules/.cache/openapi-generator');

/** The generator, and what the Java that it makes needs beside the libraries that are in the generator itself; with their SHA-256. */
const JARS = {
  generator: [
    'org/openapitools/openapi-generator-cli/7.25.0/openapi-generator-cli-7.25.0.jar',
    '41ce4f6b07f196676439d710759fa1ced7a08066d06ff1bf314681470289efae',
  ],
  annotations: [
    'jakarta/annotation/jakarta.annotation-api/1.3.5/jakarta.annotation-api-1.3.5.jar',
    '85fb03fc054cdf4efca8efd9b6712bbb418e1ab98241c4539c8585bbc23e1b8a',
  ],
  nullable: [
    'org/openapitools/jackson-databind-nullable/0.2.6/jackson-databind-nullable-0.2.6.jar',
    'bea692716d5b13a187874492045d4aa4d0c8f604ac661ea2366194e8be8785df',
  ],
} as const;

const LONGEST_MS = 60_000;

/** The files of the jars, from Maven Central at the first time. @throws Error if one cannot be had */
export async function jars(): Promise<{ readonly generator: string; readonly classPath: string }> {
  const generator = await jar(...JARS.generator);
  const others = [await jar(...JARS.annotations), await jar(...JARS.nullable)];
  return { generator, classPath: [generator, ...others].join(':') };
}

async function jar(path: string, sha256: string): Promise<string> {
  const file = join(CACHE, path.split('/').at(-1) ?? '');
  const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
  const kept = await readFile(file).catch(() => null); // most often it is absent; whatever else it is, it is fetched again
  if (kept !== null && digest(kept) === sha256) return file;
  const answer = await fetch(`${MAVEN}/${path}`, { signal: AbortSignal.timeout(LONGEST_MS) });
  if (!answer.ok) throw new Error(`${MAVEN}/${path}: ${answer.status}`);
  const bytes = await answer.bytes();
  if (digest(bytes) !== sha256) throw new Error(`${MAVEN}/${path} has other bytes than expected`);
  await mkdir(CACHE, { recursive: true });
  await writeFile(`${file}.${process.pid}`, bytes);
  await rename(`${file}.${process.pid}`, file);
  return file;
}

const SETTINGS = {
  java: { library: 'native' },
  go: {},
} as const;

export type Language = keyof typeof SETTINGS;

/** The file of settings by which the generator makes a client in `outputDir`. */
export function settingsOf(language: Language, inputSpec: string, outputDir: string): string {
  const left = ['apiTests', 'modelTests', 'apiDocs', 'modelDocs'].map((name) => [name, 'false']);
  const globalProperties = Object.fromEntries(left);
  return JSON.stringify({ generatorName: language, inputSpec, outputDir, globalProperties, ...SETTINGS[language] });
}
