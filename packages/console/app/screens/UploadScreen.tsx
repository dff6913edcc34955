import { useSignal } from '@preact/signals';
import { useId, useRef } from 'preact/hooks';
import { Link } from '../parts/Link.tsx';
import { Screen } from '../parts/Screen.tsx';
import { useTask } from '../parts/task.ts';
import { numberOf, words } from '../state/locale.ts';
import { refreshUsage } from '../state/session.ts';
import { type Outcome, sumOf, type Uploaded, uploadFile } from './uploading.ts';

const NOTHING: Uploaded = { outcomes: [], rest: new Map() };

/** Files become algorithms; each has a row in the report. */
export function UploadScreen() {
  const t = words().upload;
  const id = useId();
  const task = useTask();
  const report = useSignal<Uploaded>(NOTHING);
  const isOver = useSignal(false);
  const waiting = useRef<readonly File[]>([]);
  /** Files that are chosen while others are sent follow these. */
  const take = (files: FileList | null | undefined): void => {
    waiting.current = [...waiting.current, ...(files ?? [])];
    if (waiting.current.length === 0) return;
    void task.run(async () => {
      report.value = NOTHING;
      for (let [file, ...rest] = waiting.current; file !== undefined; [file, ...rest] = waiting.current) {
        waiting.current = rest;
        const { outcomes, rest: more } = await uploadFile(file);
        report.value = {
          outcomes: [...report.value.outcomes, ...outcomes],
          rest: sumOf(report.value.rest, more),
        };
      }
      void refreshUsage();
    });
  };
  return (
    <Screen title={t.title}>
      <p>{t.tell}</p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the choice of files in it is for those who do not drop */}
      <div
        class={isOver.value ? 'drop over' : 'drop'}
        onDragOver={(event) => {
          event.preventDefault();
          isOver.value = true;
        }}
        onDragLeave={() => (isOver.value = false)}
        onDrop={(event) => {
          event.preventDefault();
          isOver.value = false;
          take(event.dataTransfer?.files);
        }}
      >
        <label for={id}>{t.choose}</label>
        <input
          id={id}
          type="file"
          multiple
          accept=".json,.zip,application/json,application/zip"
          onChange={({ currentTarget }) => {
            take(currentTarget.files);
            currentTarget.value = '';
          }}
        />
        <p class="hint">{t.drop}</p>
      </div>
      {task.busy && <progress aria-label={words().working} />}
      <Report {...report.value} />
    </Screen>
  );
}

function Report({ outcomes, rest }: Uploaded) {
  const t = words().upload;
  const left = [...rest].filter(([, count]) => count > 0);
  if (outcomes.length === 0 && left.length === 0) return null;
  const count = (kind: Outcome['outcome']): number =>
    outcomes.filter(({ outcome }) => outcome === kind).length + (rest.get(kind) ?? 0);
  return (
    <section>
      <h2>{t.report}</h2>
      <p role="status">{t.done(numberOf(count('created')), numberOf(count('refused')), numberOf(count('present')))}</p>
      {count('refused') > 0 && <p>{t.mend}</p>}
      {left.length > 0 && (
        <p>{t.leftOut(left.map(([kind, count]) => `${numberOf(count)} ${t.kindsLeftOut[kind]}`).join(', '))}</p>
      )}
      <ul class="algos">
        {outcomes.map(({ file, path, outcome, id, why }) => (
          <li key={`${file} ${path}`}>
            <span class="name">{id === null ? path : <Link to={`algos/${id}`}>{path}</Link>}</span>
            <span class={`tag ${outcome === 'refused' ? 'problem' : 'done'}`}>{t.outcomes[outcome]}</span>
            {why !== '' && <span>{why}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
