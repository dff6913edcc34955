import { hash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PortableKind } from '@algotheque/domain';
import { type ManifestFacts, manifestText, parseManifest } from '../../../src/backup/form/manifest.ts';
import { rowsName } from '../../../src/backup/form/parts.ts';

type Row = Record<string, unknown>;

/** The facts of a backup, as its manifest has them. */
export async function factsOf(path: string): Promise<ManifestFacts> {
  const {
    format: _format,
    version: _version,
    ...facts
  } = parseManifest(await readFile(join(path, 'manifest.json'), 'utf8'));
  return facts;
}

/** Writes another manifest, whose digest is right. @param secret signs it; null leaves it without a signature */
export async function writeManifest(path: string, facts: ManifestFacts, secret: Uint8Array | null): Promise<void> {
  await writeFile(join(path, 'manifest.json'), manifestText(facts, secret));
}

/** Changes the rows of a kind, and makes the manifest fit them. */
export async function forge(
  path: string,
  { kind, change, secret }: { kind: PortableKind; change: (rows: Row[]) => Row[]; secret: Uint8Array | null },
): Promise<void> {
  const file = join(path, rowsName(kind));
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  const rows = change(lines.filter((line) => line !== '').map((line): Row => JSON.parse(line)));
  const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  await writeFile(file, text);
  const facts = await factsOf(path);
  const tally = { count: rows.length, bytes: Buffer.byteLength(text), sha256: hash('sha256', text) };
  await writeManifest(path, { ...facts, rows: { ...facts.rows, [kind]: tally } }, secret);
}
