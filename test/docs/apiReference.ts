import { readFile } from 'node:fs/promises';

/** A row of a table of routes in `docs/api.md`. */
interface RouteRow {
  /** Group, method and path, as in `users POST /register`. */
  readonly route: string;
  readonly answers: readonly StatedAnswer[];
}

/** A status and an identifier beside it. */
export interface StatedAnswer {
  readonly status: number;
  readonly id: string;
}

const GROUPS: Readonly<Record<string, string>> = {
  Users: 'users',
  Algorithms: 'algos',
  Folders: 'folders',
  Administration: 'admin',
  Health: 'root',
};

export interface ApiReference {
  readonly text: string;
  readonly rows: readonly RouteRow[];
  /** The content of the complete page, including the table of failures of every route. */
  readonly answers: readonly StatedAnswer[];
  /** Every identifier on the page, with a status or without. */
  readonly ids: ReadonlySet<string>;
}

export async function readApiReference(): Promise<ApiReference> {
  const text = await readFile(new URL('../../docs/api.md', import.meta.url), 'utf8');
  const ids = [...text.matchAll(/`((?:General|User|Algo|Folder|Admin)\.[\w.]+)`/g)].map(([, id = '']) => full(id));
  return { text, rows: text.split(/^## /m).flatMap(rowsOf), answers: answersIn(text), ids: new Set(ids) };
}

function rowsOf(section: string): RouteRow[] {
  const group = GROUPS[/^\w+/.exec(section)?.[0] ?? ''];
  const lines = section.split('\n').map((line) => /^\| `([A-Z]+ \/\S*)`(.*)/.exec(line));
  return lines.flatMap((line) =>
    line === null ? [] : [{ route: `${group} ${line[1]}`, answers: answersIn(line[2] ?? '') }],
  );
}

// In a sentence `404 `User.Not_found``, in a table of failures `| 404 | `General.Not_found` |`.
const answersIn = (text: string): StatedAnswer[] =>
  [...text.matchAll(/(\d{3})(?: \|)? `((?:General|User|Algo|Folder|Admin)\.[\w.]+)`/g)].map(([, status, id = '']) => ({
    status: Number(status),
    id: full(id),
  }));

const full = (id: string): string => `Responses.${id}`;
