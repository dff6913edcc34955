import { nextAfter } from '@algotheque/client';
import { useSignal } from '@preact/signals';
import { Confirm } from '../parts/Dialog.tsx';
import { Problem, say } from '../parts/Notice.tsx';
import { Screen } from '../parts/Screen.tsx';
import { useLoaded, useTask } from '../parts/task.ts';
import { dateOf, numberOf, sizeOf, words } from '../state/locale.ts';
import { call, refreshUsage } from '../state/session.ts';

const ROWS = 100;

interface Named {
  readonly id: number;
  readonly nom: string;
}

/** What was deleted: restore, delete for good, empty. */
export function BinScreen() {
  const t = words();
  const task = useTask('button');
  const pages = useSignal<readonly (string | null)[]>([null]);
  const asked = useSignal<'all' | Named | null>(null);
  const after = pages.value.at(-1) ?? null;
  const { data, failure, reload } = useLoaded(
    async (signal) => {
      const query = { limit: ROWS, ...(after !== null && { after }) };
      const { data: rows, headers } = await call('listBin', { params: { query }, signal });
      return { rows, next: nextAfter(headers) };
    },
    [after],
  );
  const done = (text: string): void => {
    asked.value = null;
    say(text);
    void refreshUsage();
    if (pages.value.length > 1) pages.value = [null];
    else reload();
  };
  const restore = ({ id, nom }: Named): void =>
    void task.run(async () => {
      await call('restoreAlgo', { params: { path: { id } } });
      done(t.bin.restored(nom));
    });
  const purge = async ({ id, nom }: Named): Promise<void> => {
    await call('purgeAlgo', { params: { path: { id } } });
    done(t.bin.purged(nom));
  };
  const empty = async (): Promise<void> => {
    const { data: removed } = await call('emptyBin');
    done(t.bin.emptied(numberOf(removed.algos)));
  };
  const rows = data?.rows ?? [];
  return (
    <Screen
      title={t.bin.title}
      tools={
        rows.length > 0 && (
          <button type="button" class="danger" onClick={() => (asked.value = 'all')}>
            {t.bin.empty}
          </button>
        )
      }
    >
      <p>{t.bin.tell}</p>
      <Problem failure={failure ?? task.failure} again={reload} />
      {data === null && failure === null && <p class="hint">{t.loading}</p>}
      {data !== null && rows.length === 0 && <p class="empty">{t.bin.none}</p>}
      <ul class="algos">
        {rows.map((row) => (
          <li key={row.id}>
            <span class="name">{row.nom}</span>
            <span class="hint">{sizeOf(row.bytes)}</span>
            <span class="hint">{t.bin.ends(dateOf(row.dateExpiration))}</span>
            <span class="buttons">
              <button type="button" class="small" aria-disabled={task.busy} onClick={() => restore(row)}>
                {t.bin.restore}
              </button>
              <button type="button" class="small" onClick={() => (asked.value = row)}>
                {t.bin.purge}
              </button>
            </span>
          </li>
        ))}
      </ul>
      {(data?.next ?? null) !== null && (
        <button type="button" onClick={() => (pages.value = [...pages.value, data?.next ?? null])}>
          {t.list.next}
        </button>
      )}
      <Question asked={asked.value} onEmpty={empty} onPurge={purge} onClose={() => (asked.value = null)} />
    </Screen>
  );
}

interface QuestionProps {
  readonly asked: 'all' | Named | null;
  readonly onEmpty: () => Promise<void>;
  readonly onPurge: (row: Named) => Promise<void>;
  readonly onClose: () => void;
}

function Question({ asked, onEmpty, onPurge, onClose }: QuestionProps) {
  const t = words().bin;
  if (asked === null) return null;
  if (asked === 'all') {
    return <Confirm title={t.emptyTitle} tell={t.emptyTell} act={t.empty} onAct={onEmpty} onClose={onClose} />;
  }
  return <Confirm title={t.purgeTitle(asked.nom)} act={t.purge} onAct={() => onPurge(asked)} onClose={onClose} />;
}
