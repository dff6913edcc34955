import { useSignal } from '@preact/signals';
import { CodeEditor } from '../parts/CodeEditor.tsx';
import { Link } from '../parts/Link.tsx';
import { Problem, say } from '../parts/Notice.tsx';
import { Screen } from '../parts/Screen.tsx';
import { useLoaded, useTask } from '../parts/task.ts';
import { prettyJson } from '../state/exactJson.ts';
import { locale, momentOf, sizeOf, words } from '../state/locale.ts';
import { namesOf } from '../state/owners.ts';
import { call, me, refreshUsage } from '../state/session.ts';

interface Shown {
  readonly version: number;
  readonly how: 'look' | 'compare';
}

const isNumber = (id: number | null): id is number => id !== null;

/** The former versions: look, compare, restore. */
export function HistoryScreen({ id }: { readonly id: number }) {
  const t = words();
  const params = { path: { id } };
  const task = useTask('button');
  const shown = useSignal<Shown | null>(null);
  const { data, failure, reload } = useLoaded(
    async (signal) => {
      const [algo, versions] = await Promise.all([
        call('getAlgo', { params, signal }),
        call('listVersions', { params, signal }),
      ]);
      return { algo: algo.data, etag: algo.etag, versions: versions.data };
    },
    [id],
  );
  const authors = (data?.versions ?? []).map(({ idUtilisateur }) => idUtilisateur);
  const others = [...new Set(authors)].filter(isNumber).filter((user) => user !== me.value?.id);
  // The versions are shown before the names are there.
  const names = useLoaded(() => namesOf(others), [others.join()]).data;
  if (data === null) {
    return (
      <Screen title={t.algo.history}>
        {failure === null ? <p class="hint">{t.loading}</p> : <Problem failure={failure} again={reload} />}
      </Screen>
    );
  }
  const { algo, etag, versions } = data;
  const restore = (version: number): void =>
    void task.run(async () => {
      await call('restoreVersion', {
        params: { path: { id, version }, ...(etag !== null && { header: { 'If-Match': etag } }) },
      });
      shown.value = null;
      say(t.history.restored);
      void refreshUsage();
      reload();
    });
  const authorOf = (user: number | null): string => {
    if (user === me.value?.id) return t.history.you;
    if (user === null || names?.has(user) !== true) return t.history.someone;
    return names.get(user) ?? t.share.deletedUser;
  };
  return (
    <Screen
      title={t.history.title(algo.nom)}
      tools={
        <Link to={`algos/${id}`} class="button">
          {t.algo.open}
        </Link>
      }
    >
      <p>{t.history.tell}</p>
      <Problem failure={failure ?? task.failure} again={reload} />
      {versions.length === 0 && <p class="empty">{t.history.none}</p>}
      <ol class="algos">
        {versions.map(({ version, dateModification, idUtilisateur, bytes }) => (
          <li key={version}>
            <span class="name">{momentOf(dateModification)}</span>
            <span class="hint">{t.history.by(authorOf(idUtilisateur))}</span>
            <span class="hint">{sizeOf(bytes)}</span>
            <span class="buttons">
              {(['look', 'compare'] as const).map((how) => {
                const isShown = shown.value?.version === version && shown.value.how === how;
                const choose = () => (shown.value = isShown ? null : { version, how });
                return (
                  <button key={how} type="button" class="small" aria-pressed={isShown} onClick={choose}>
                    {t.history[how]}
                  </button>
                );
              })}
              {algo.droits !== 'Read' && (
                <button type="button" class="small" aria-disabled={task.busy} onClick={() => restore(version)}>
                  {t.history.restore}
                </button>
              )}
            </span>
            {shown.value?.version === version && (
              <Version
                id={id}
                version={version}
                when={momentOf(dateModification)}
                now={shown.value.how === 'compare' ? prettyJson(algo.sourceCode) : null}
              />
            )}
          </li>
        ))}
      </ol>
    </Screen>
  );
}

interface VersionProps {
  readonly id: number;
  readonly version: number;
  readonly when: string;
  /** The present text, to compare with; null: the version alone. */
  readonly now: string | null;
}

function Version({ id, version, when, now }: VersionProps) {
  const t = words().history;
  const { data, failure, reload } = useLoaded(
    async (signal) =>
      prettyJson((await call('getVersion', { params: { path: { id, version } }, signal })).data.sourceCode),
    [id, version],
  );
  if (data === null)
    return failure === null ? <p class="hint">{words().loading}</p> : <Problem failure={failure} again={reload} />;
  const title = now === null ? t.at(when) : t.comparing(when);
  return (
    <section class="comparison" aria-label={title}>
      <p class="hint" role="status">
        {title}
        {data === now && ` ${t.same}`}
      </p>
      {now === null ? (
        <CodeEditor
          key="look"
          class="code"
          make={(module, host) =>
            module.createEditor(host, {
              text: data,
              label: t.at(when),
              locale: locale.value,
              readOnly: true,
              onChange() {},
            })
          }
        />
      ) : (
        <CodeEditor
          key="compare"
          class="code merge"
          make={(module, host) =>
            module.createMerge(host, {
              left: { text: data, label: t.at(when) },
              right: { text: now, label: t.now },
              locale: locale.value,
              editable: null,
            })
          }
        />
      )}
    </section>
  );
}
