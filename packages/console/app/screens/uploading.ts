import type { DataOf } from '@algotheque/client';
import { isSource, parseTyped } from '../state/exactJson.ts';
import { failureOf, quotaText, ruleText, textWithNext } from '../state/failure.ts';
import { words } from '../state/locale.ts';
import { call } from '../state/session.ts';

type Row = DataOf<'importAlgos'>[number];

/** What became of a file, or of one in a ZIP. */
export interface Outcome {
  readonly file: string;
  readonly path: string;
  readonly outcome: Row['outcome'];
  /** Of the algorithm; null for a folder, and for what was refused. */
  readonly id: number | null;
  /** Why it was refused, or what else there is to say. */
  readonly why: string;
}

/** How many files of a ZIP have no row, by what became of them; `unread`: they were not looked at. */
export type Rest = ReadonlyMap<Row['outcome'] | 'unread', number>;

export interface Uploaded {
  readonly outcomes: readonly Outcome[];
  readonly rest: Rest;
}

const NONE: Rest = new Map();

const refused = (file: File, why: string): Uploaded => ({
  outcomes: [{ file: file.name, path: file.name, outcome: 'refused', id: null, why }],
  rest: NONE,
});

const isZip = ({ name, type }: File): boolean => /\.zip$/i.test(name) || /^application\/(x-)?zip/.test(type);

/** What becomes of one file. A failure is of this file: the others go on. */
export async function uploadFile(file: File): Promise<Uploaded> {
  const t = words().upload;
  if (!isZip(file) && !/\.json$/i.test(file.name)) return refused(file, t.wrongKind);
  try {
    const body = isZip(file) ? file : await algoIn(file);
    if (typeof body === 'string') return refused(file, body);
    const { data, headers } = await call('importAlgos', { body });
    const rest = restIn(headers.get('X-Entries-Left-Out'));
    if (data.length === 0 && rest.size === 0) return refused(file, t.none);
    return { outcomes: data.map((row) => outcomeOf(file, row)), rest };
  } catch (error) {
    return refused(file, failureOf(error).text);
  }
}

const KINDS = ['created', 'present', 'refused', 'unread'] as const;

/** Of a header such as `created=9000, unread=12`. */
function restIn(header: string | null): Rest {
  const counts = new URLSearchParams(header?.replaceAll(', ', '&'));
  return new Map(KINDS.map((kind) => [kind, Number(counts.get(kind) ?? 0)] as const).filter(([, count]) => count > 0));
}

export const sumOf = (one: Rest, other: Rest): Rest =>
  new Map(KINDS.map((kind) => [kind, (one.get(kind) ?? 0) + (other.get(kind) ?? 0)]));

/** Why it is none, or the algorithm. */
async function algoIn(file: File): Promise<string | { readonly nom: string; readonly sourceCode: object }> {
  const t = words();
  const nom = file.name.replace(/\.json$/i, '');
  if ([...nom].length < SHORTEST_NAME) return t.upload.shortName;
  let text: string;
  try {
    text = await file.text();
  } catch {
    return t.upload.unreadable; // gone, or without a right
  }
  try {
    const sourceCode = parseTyped(text);
    return isSource(sourceCode) ? { nom, sourceCode } : t.editor.noSource;
  } catch {
    return t.rules.json;
  }
}

const SHORTEST_NAME = 3;

function outcomeOf(file: File, { path, outcome, id, message, data, violations = [] }: Row): Outcome {
  const full = message === 'Responses.Algo.Quota_exceeded' ? [quotaText(data)] : [];
  const rules = violations.map((one) => `${one.path} ${ruleText(one)}`.trim());
  const isFolder = path.endsWith('/');
  return {
    file: file.name,
    path: path === '' ? file.name : path,
    outcome,
    id: isFolder ? null : id,
    why: [message === undefined ? '' : textWithNext(message), ...full, ...rules].join(' ').trim(),
  };
}
