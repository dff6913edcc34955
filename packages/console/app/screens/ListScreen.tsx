import { nextAfter } from '@algotheque/client';
import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { Link } from '../parts/Link.tsx';
import { Problem } from '../parts/Notice.tsx';
import { Screen } from '../parts/Screen.tsx';
import { useLoaded } from '../parts/task.ts';
import type { Folder } from '../state/folders.ts';
import { numberOf, words } from '../state/locale.ts';
import { place } from '../state/router.ts';
import { call } from '../state/session.ts';
import { AlgoTable } from './AlgoTable.tsx';
import { FolderTree } from './FolderTree.tsx';
import { addressOfList, isNoFolder, type ListQuery, queryOf, searchOf, titleOf } from './listQuery.ts';
import { SearchForm } from './SearchForm.tsx';
import { Unconfirmed } from './Unconfirmed.tsx';

/** What the person can access: lists, folders, search. */
export function ListScreen() {
  const t = words().list;
  const { query: given } = place.value;
  const text = given.toString();
  const query = useMemo(() => queryOf(given), [text]);
  const tree = useLoaded(async (signal) => (await call('listFolders', { signal })).data, []);
  const folders = tree.data?.dossiers ?? null;
  const isInFolder = query.folder != null && !isNoFolder(query, folders);
  const changes = useSignal(0);
  const reload = (): void => {
    changes.value += 1;
    tree.reload();
  };
  return (
    <Screen
      title={titleOf(query, folders ?? [])}
      tools={
        <Link to={`algos/new${isInFolder ? `?folder=${query.folder}` : ''}`} class="button main">
          {t.create}
        </Link>
      }
    >
      <Unconfirmed />
      <div class="columns">
        <FolderTree query={query} tree={tree} onChange={reload} />
        <section aria-label={t.title}>
          {/* A choice of the order leaves the form as it is: by keys, each step of the choice is one. */}
          <SearchForm query={query} key={addressOfList({ ...query, sort: 'nom' })} />
          <Results query={query} key={`list ${text}`} round={changes.value} folders={folders} onChange={reload} />
        </section>
      </div>
    </Screen>
  );
}

interface ResultsProps {
  readonly query: ListQuery;
  /** Read again when it changes. */
  readonly round: number;
  /** Null: not known yet. */
  readonly folders: readonly Folder[] | null;
  readonly onChange: () => void;
}

function Results({ query, round, folders, onChange }: ResultsProps) {
  const t = words().list;
  const pages = useSignal<readonly (string | null)[]>([null]);
  const total = useSignal('');
  const after = pages.value.at(-1) ?? null;
  const { data, failure, reload } = useLoaded(
    async (signal) => {
      const { data: rows, headers } = await call('searchAlgos', { params: { query: searchOf(query, after) }, signal });
      const count = headers.get('X-Total-Count');
      if (count !== null) {
        const isMore = headers.get('X-Total-Count-Or-More') !== null;
        total.value = (isMore ? t.foundOrMore : t.found)(numberOf(Number(count)));
      }
      return { rows, next: nextAfter(headers), leftOut: headers.get('X-Records-Left-Out') };
    },
    [after, round],
  );
  // The last row of a page was deleted or moved.
  useEffect(() => {
    if (data?.rows.length === 0 && data.next === null && pages.value.length > 1) pages.value = pages.value.slice(0, -1);
  }, [data]);
  if (data === null) {
    return failure === null ? <p class="hint">{words().loading}</p> : <Problem failure={failure} again={reload} />;
  }
  const { rows, next, leftOut } = data;
  return (
    <>
      <Problem failure={failure} again={reload} />
      <p class="hint" role="status">
        {total.value}
      </p>
      {leftOut !== null && <p class="hint">{t.leftOut(leftOut)}</p>}
      {rows.length === 0 && next === null ? (
        <Empty query={query} folders={folders} />
      ) : (
        <AlgoTable rows={rows} folders={folders ?? []} onChange={onChange} />
      )}
      {(next !== null || pages.value.length > 1) && (
        <div class="buttons">
          {pages.value.length > 1 && (
            <button type="button" onClick={() => (pages.value = pages.value.slice(0, -1))}>
              {t.previous}
            </button>
          )}
          {next !== null && (
            <button type="button" onClick={() => (pages.value = [...pages.value, next])}>
              {t.next}
            </button>
          )}
        </div>
      )}
    </>
  );
}

function Empty({ query, folders }: Pick<ResultsProps, 'query' | 'folders'>) {
  const t = words().list;
  const { title, text, isUnknown = false } = emptyOf(query, folders);
  return (
    <div class="empty">
      <h2>{title}</h2>
      <p>{text}</p>
      {isUnknown && <Link to={addressOfList({})}>{t.toAll}</Link>}
    </div>
  );
}

interface EmptyWords {
  readonly title: string;
  readonly text: string;
  /** There is no such folder. */
  readonly isUnknown?: boolean;
}

/** Why a list is empty. */
function emptyOf(query: ListQuery, folders: ResultsProps['folders']): EmptyWords {
  const t = words().list;
  const { role, folder, q } = query;
  if (isNoFolder(query, folders)) return { title: t.unknownFolderTitle, text: t.unknownFolder, isUnknown: true };
  if (q !== '') return { title: t.notFoundTitle, text: t.notFound };
  if (role === 'shared') return { title: t.emptyTitle, text: t.emptyShared };
  if (folder === undefined) return { title: t.emptyTitle, text: t.empty };
  return { title: t.emptyTitle, text: folder === null ? t.emptyTop : t.emptyFolder };
}
