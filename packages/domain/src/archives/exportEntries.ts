import { folderOf } from '../algorithm.ts';
import { readAlgo } from '../algos/algoAccess.ts';
import type { AlgoPosition, Walked } from '../algos/algoSearch.ts';
import type { Loaded } from '../content/contentReader.ts';
import type { SourceText } from '../content/sourceText.ts';
import type { AccountsContext } from '../context.ts';
import { DomainError, Responses } from '../responses.ts';
import type { UserSession } from '../sessions/userSessions.ts';
import { type DamagedError, nullIfDamaged, type OnDamaged } from '../storeErrors.ts';
import { ownUser, type User } from '../user.ts';
import { INDEX_PATH, IndexWriter } from './archiveIndex.ts';
import { folderPaths, safeName, VERSIONS_PATH } from './archiveNames.ts';
import { jsonList, recordsOf, versionsOf } from './exportLists.ts';

export interface ExportEntry {
  /**
   * Parts that Windows, macOS and Linux take, with `/` between them; a folder has one at its end. Unlike all others, also without regard to
   * case.
   */
  readonly path: string;
  /** When the content was changed last, in milliseconds since the Unix epoch. */
  readonly date: number;
  /** The content; nothing for a folder. Must be read to its end before the next entry is asked for. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

export interface ExportOf {
  readonly user: User;
  readonly requestId: string | undefined;
  sessions(): Promise<readonly UserSession[]>;
}

const WHERE = 'export: left out';

/**
 * Everything of a user, and last the index. At one time it holds a page of records, one source code, and a line of the index for each
 * algorithm.
 */
export async function* exportEntries(context: AccountsContext, of: ExportOf): AsyncGenerator<ExportEntry, undefined> {
  const { user, requestId } = of;
  const { id } = user;
  const date = context.clock.now();
  const file = (path: string, text: Texts): ExportEntry => ({ path, date, chunks: encoded(text) });
  yield file('profil.json', [JSON.stringify(ownUser(user))]);
  yield file('sessions.json', [JSON.stringify(await of.sessions())]);
  const { folders } = await context.folders.find(id);
  const paths = folderPaths(folders);
  yield file('algos.json', jsonList(recordsOf(context, id, paths)));
  for (const path of paths.values()) yield file(path, []);
  const index = new IndexWriter();
  for await (const { algo, source } of owned(context, of, index)) {
    const place = folderOf(algo, id);
    const dossierId = paths.has(place) ? place : null; // a folder that was made after the tree was read, or deleted
    const path = `${paths.get(dossierId)}${safeName(algo.nom, algo.id)}.json`;
    index.add({ id: algo.id, path, nom: algo.nom, dossierId });
    yield { path, date: algo.dateModification, chunks: once(source) };
  }
  const ids = ownedIds(context, id, () => {}); // what is damaged has been reported
  const report = (damage: DamagedError): void => context.onProblem(damage, WHERE, requestId);
  yield file(VERSIONS_PATH, jsonList(versionsOf(context, ids, report)));
  // A deletion that ran meanwhile has taken algorithms away: the export is not what it seems to be.
  if ((await context.users.findById(id)) === null) throw new DomainError(Responses.General.Unauthorized);
  yield file(INDEX_PATH, index.text(folders, paths));
}

type Texts = Iterable<string> | AsyncIterable<string>;

async function* encoded(texts: Texts): AsyncGenerator<Uint8Array> {
  for await (const text of texts) yield new TextEncoder().encode(text);
}

async function* once(source: SourceText): AsyncGenerator<Uint8Array> {
  yield source.bytes;
}

/** In the order of their creation: each once, also while others are made, changed and deleted. */
async function* owned(
  context: AccountsContext,
  { user, requestId }: ExportOf,
  index: IndexWriter,
): AsyncGenerator<Loaded> {
  const onDamaged = (damage: DamagedError): void => {
    index.leaveOut(Number(damage.id));
    context.onProblem(damage, WHERE, requestId);
  };
  for await (const id of ownedIds(context, user.id, onDamaged)) {
    const reading = readAlgo(context, { id, requesterId: user.id }).catch(nullIfGone);
    const found = await nullIfDamaged(reading, onDamaged);
    if (found !== null) yield found;
  }
}

async function* ownedIds(
  { algos, bounds }: AccountsContext,
  userId: number,
  onDamaged: OnDamaged,
): AsyncGenerator<number> {
  const order = { by: 'dateCreation', descending: false } as const;
  const query = { userId, side: 'owned', order, limit: bounds.batch } as const;
  for (let after: AlgoPosition | null | undefined; after !== null; ) {
    const page: Walked = await algos.walk({ ...query, ...(after !== undefined && { after }) }, onDamaged);
    for (const { id } of page.entries) yield id;
    after = page.last;
  }
}

function nullIfGone(error: unknown): null {
  if (error instanceof DomainError && error.code === Responses.Algo.Not_found) return null;
  throw error;
}
