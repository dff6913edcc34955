import { createHash, hash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { PortableKind } from '@algotheque/domain';
import * as v from 'valibot';
import { keyOf, NAMING, ROW_KINDS } from '../../migrate/rows.ts';
import { StartError } from '../../startError.ts';
import type { Watch } from '../../terminal/progress.ts';
import { type Index, rowIn, type StoredContent } from './backup.ts';
import { ContentLine, digestInRef, End, type Facts, FORM, Head, Moment, Seal } from './lines.ts';
import type { Problems } from './problems.ts';
import { jsonIn, type Line, MAX_LINE_BYTES, readLines } from './readLines.ts';

const MIB = 1_048_576;

/**
 * Reads all of a backup, and compares it with what it says of itself: the order of its lines, its counts, the SHA-256 of every content and
 * of all, and that each record has its content.
 * @returns where all is; null if it is not whole: then `problems` has the reasons
 * @throws StartError when it is no backup of this release
 */
export async function scan(file: FileHandle, problems: Problems, { signal, progress }: Watch): Promise<Index | null> {
  const scanned = new Scan(problems);
  const part = progress.begin('  MiB: reading', Math.ceil((await file.stat()).size / MIB));
  for await (const line of readLines(file)) {
    signal.throwIfAborted();
    scanned.take(line);
    part.reach(Math.floor(line.at / MIB));
  }
  const index = scanned.end();
  part.end(`  contents: ${scanned.intact} verified`);
  return index;
}

class Scan {
  readonly contents = new Map<string, StoredContent>();
  /** How many of the contents are those that their references name. */
  intact = 0;
  readonly #problems: Problems;
  readonly #hash = createHash('sha256');
  readonly #rows = new Map<PortableKind, { at: number; bytes: number; count: number }>();
  #lines = 0;
  #head: Head | null = null;
  #moment: Moment | null = null;
  #facts: Facts | null = null;
  #seal: Seal | null = null;
  #last: { readonly kind: number; readonly key: string | number } = { kind: -1, key: '' };

  constructor(problems: Problems) {
    this.#problems = problems;
  }

  take(line: Line): void {
    const json = jsonIn(line);
    this.#lines += 1;
    if (this.#head === null) this.#head = headOf(json, line);
    else if (this.#seal !== null) this.#problem('comes after its end');
    else if (line.isCut)
      return; // an end that is missing is told once
    else if (json === undefined) this.#problem('is no JSON');
    else this.#takeBody(json, line);
    if (this.#seal === null) this.#hash.update(line.bytes).update('\n');
  }

  #takeBody(json: unknown, line: Line): void {
    const [moment, end, seal] = [v.safeParse(Moment, json), v.safeParse(End, json), v.safeParse(Seal, json)];
    if (this.#facts !== null) {
      if (seal.success) this.#seal = seal.output;
      else this.#problem('is no part of a backup');
    } else if (moment.success && this.#moment === null) this.#moment = moment.output;
    else if (end.success && this.#moment !== null) this.#facts = end.output.end;
    else if (typeof json === 'object' && json !== null && 'content' in json) this.#takeContent(json, line);
    else this.#takeRow(json, line);
  }

  #takeContent(json: object, { at, bytes }: Line): void {
    const parsed = v.safeParse(ContentLine, json);
    if (!parsed.success) {
      this.#problem('is no content');
      return;
    }
    const { content: ref, text } = parsed.output;
    const content = Buffer.from(text);
    if (this.contents.has(ref)) this.#problem(`has the content ${ref} again`);
    if (hash('sha256', content) === digestInRef(ref)) this.intact += 1;
    else this.#problem(`has the content ${ref}, which is damaged`);
    this.contents.set(ref, { at, bytes: bytes.length + 1, size: content.length });
  }

  #takeRow(json: unknown, { at, bytes }: Line): void {
    const kind = ROW_KINDS.findIndex((each) => rowIn(each, json) !== null);
    const name = ROW_KINDS[kind];
    if (name === undefined || this.#moment === null) {
      this.#problem('is no part of a backup');
      return;
    }
    const row: Readonly<Record<string, unknown>> = { ...rowIn(name, json) };
    const key = keyOf(name, row);
    if (key === null) {
      this.#problem(`is no row of ${name}`);
      return;
    }
    const { kind: lastKind, key: lastKey } = this.#last;
    if (kind < lastKind || (kind === lastKind && !(lastKey < key)))
      this.#problem(`is not in its order: ${name} ${key}`);
    this.#last = { kind, key };
    if (NAMING.some((naming) => naming === name) && !this.contents.has(String(row['ref'])))
      this.#problem(`names the content ${String(row['ref'])}, which is missing`);
    const span = this.#rows.get(name) ?? { at, bytes: 0, count: 0 };
    this.#rows.set(name, { at: span.at, bytes: at + bytes.length + 1 - span.at, count: span.count + 1 });
  }

  #problem(problem: string): void {
    this.#problems.add(`line ${this.#lines} ${problem}`);
  }

  end(): Index | null {
    const [head, moment, facts, seal] = [this.#head, this.#moment, this.#facts, this.#seal];
    if (head === null) throw notOurs();
    if (moment === null || facts === null || seal === null) {
      this.#problems.add('it is cut or unfinished: its end is missing');
      return null;
    }
    this.#compare(facts);
    if (this.#problems.count === 0 && this.#hash.digest('hex') !== seal.sha256)
      this.#problems.add('it was changed: the SHA-256 at its end is not that of its lines');
    return this.#problems.count > 0 ? null : { head, moment, facts, seal, contents: this.contents, rows: this.#rows };
  }

  #compare({ rows, contents: { count, bytes } }: Facts): void {
    for (const kind of ROW_KINDS) {
      const found = this.#rows.get(kind)?.count ?? 0;
      if (found !== rows[kind]) this.#problems.add(`there are ${found} rows of ${kind}, not ${rows[kind]}`);
    }
    const found = [...this.contents.values()].reduce((sum, { size }) => sum + size, 0);
    if (this.contents.size === count && found === bytes) return;
    this.#problems.add(`there are ${this.contents.size} contents of ${found} bytes, not ${count} of ${bytes}`);
  }
}

const Envelope = v.looseObject({ algotheque: v.literal('backup'), form: v.pipe(v.number(), v.safeInteger()) });

const notOurs = (): StartError =>
  new StartError(
    'it is no backup of Algotheque. If it is compressed, unpack it first: `zstd -dc FILE | algotheque …  -`',
  );

/** @throws StartError when this is the first line of no backup that this release can use */
function headOf(json: unknown, { bytes }: Line): Head {
  const envelope = v.safeParse(Envelope, json);
  if (!envelope.success || bytes.length > MAX_LINE_BYTES) throw notOurs();
  if (envelope.output.form > FORM) throw new StartError('it is of a newer release of Algotheque: use that release');
  const head = v.safeParse(Head, json);
  if (!head.success) throw new StartError('its first line is damaged');
  return head.output;
}
