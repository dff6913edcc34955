import { useId } from 'preact/hooks';
import { textIn } from '../parts/Field.tsx';
import { Problem, say } from '../parts/Notice.tsx';
import { Screen } from '../parts/Screen.tsx';
import { useLoaded, useTask } from '../parts/task.ts';
import { download } from '../state/download.ts';
import { numberOf, words } from '../state/locale.ts';
import { go } from '../state/router.ts';
import { call } from '../state/session.ts';
import { EventList } from './EventParts.tsx';
import { addressOfEvents, KINDS, newestEvents, queryOf, type Selected, selectedIn } from './eventQuery.ts';
import { Damaged, LookOnly, Pages } from './parts.tsx';
import { adminWords } from './words.ts';

const ROWS = 50;

/** Who did what, and when. What is selected is in the address. */
export function EventsScreen({ query }: { readonly query: URLSearchParams }) {
  const t = adminWords().events;
  const task = useTask('button');
  const after = query.get('after');
  const selected = selectedIn(query);
  const { data, failure, reload } = useLoaded(
    async (signal) => {
      const page = { ...queryOf(selected), limit: ROWS, ...(after !== null && { after }) };
      return (await call('adminListEvents', { params: { query: page }, signal })).data;
    },
    [query.toString()],
  );
  const save = async (): Promise<void> => {
    const { events, isPart } = await newestEvents(selected);
    const lines = events.map((event) => `${JSON.stringify(event)}\n`);
    download('events.jsonl', new Blob(lines, { type: 'application/jsonl' }));
    const count = numberOf(events.length);
    say(isPart ? t.savedPart(count) : t.saved(count));
  };
  return (
    <Screen
      title={t.title}
      tools={
        <button type="button" aria-disabled={task.busy} onClick={() => void task.run(save)}>
          {t.save}
        </button>
      }
    >
      <LookOnly />
      <p>{t.tell}</p>
      <Choice selected={selected} />
      <Problem failure={task.failure} />
      <Problem failure={failure} again={reload} />
      {data === null && failure === null && <p class="hint">{words().loading}</p>}
      {data?.events.length === 0 && data.next === null && <p class="empty">{t.none}</p>}
      <EventList events={data?.events ?? []} />
      <Damaged ids={data?.damaged ?? []} />
      <Pages at={addressOfEvents(selected)} after={after} next={data?.next ?? null} />
    </Screen>
  );
}

function Choice({ selected }: { readonly selected: Selected }) {
  const t = adminWords().events;
  const id = useId();
  const show = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement; // it listens on the form
    go(addressOfEvents(selectedIn({ get: (name) => textIn(form, name).trim() })));
  };
  return (
    <search>
      <form class="search" onSubmit={show}>
        <div class="field">
          <label for={`${id}-account`}>{t.who}</label>
          <p class="hint" id={`${id}-hint`}>
            {t.whoHint}
          </p>
          <input
            id={`${id}-account`}
            aria-describedby={`${id}-hint`}
            title={t.whoHint}
            name="account"
            inputMode="numeric"
            pattern="[1-9][0-9]{0,14}"
            defaultValue={selected.account}
          />
        </div>
        <div class="field">
          <label for={`${id}-kind`}>{t.kind}</label>
          <select id={`${id}-kind`} name="kind">
            <option value="">{t.anyKind}</option>
            {KINDS.map((kind) => (
              <option key={kind} value={kind} selected={kind === selected.kind}>
                {t.kinds[kind]}
              </option>
            ))}
          </select>
        </div>
        {(['since', 'until'] as const).map((name) => (
          <div class="field" key={name}>
            <label for={`${id}-${name}`}>{t[name]}</label>
            <input id={`${id}-${name}`} name={name} type="date" defaultValue={selected[name]} />
          </div>
        ))}
        <button type="submit">{t.show}</button>
      </form>
    </search>
  );
}
