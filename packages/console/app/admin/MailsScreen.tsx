import type { DataOf } from '@algotheque/client';
import { useSignal } from '@preact/signals';
import { Confirm } from '../parts/Dialog.tsx';
import { Problem, say } from '../parts/Notice.tsx';
import { Screen } from '../parts/Screen.tsx';
import { useLoaded, useTask } from '../parts/task.ts';
import { momentOf, numberOf, textOf, words } from '../state/locale.ts';
import { call } from '../state/session.ts';
import { Damaged, LookOnly, mayAct, Pages } from './parts.tsx';
import { adminWords } from './words.ts';

type Mail = DataOf<'adminListMails'>['mails'][number];

const paramsOf = ({ name }: Mail) => ({ params: { path: { name } } });

/** Mails that wait or were given up, and why. */
export function MailsScreen({ after }: { readonly after: string | null }) {
  const t = adminWords().mails;
  const task = useTask('button');
  const dropping = useSignal<Mail | null>(null);
  const { data, failure, reload } = useLoaded(
    async (signal) => {
      const query = after === null ? {} : { after };
      return (await call('adminListMails', { params: { query }, signal })).data;
    },
    [after],
  );
  const done = ({ message }: { readonly message: string }): void => {
    dropping.value = null;
    say(textOf(message));
    reload();
  };
  const mails = data?.mails ?? [];
  const asked = dropping.value;
  return (
    <Screen
      title={t.title}
      tools={
        <span class="buttons">
          {mayAct() && (
            <button
              type="button"
              aria-disabled={task.busy}
              onClick={() => void task.run(async () => done(await call('adminTestMail', {})))}
            >
              {t.test}
            </button>
          )}
          <button type="button" onClick={reload}>
            {t.reload}
          </button>
        </span>
      }
    >
      <LookOnly />
      <p>{t.tell}</p>
      <Problem failure={failure ?? task.failure} />
      {data === null && failure === null && <p class="hint">{words().loading}</p>}
      {data !== null && mails.length === 0 && data.next === null && <p class="empty">{t.none}</p>}
      <ul class="algos">
        {mails.map((mail) => (
          <Row
            key={mail.name}
            mail={mail}
            onRetry={() => void task.run(async () => done(await call('adminRetryMail', paramsOf(mail))))}
            onDrop={() => (dropping.value = mail)}
          />
        ))}
      </ul>
      <Damaged ids={data?.damaged ?? []} />
      <Pages at="/admin/mails" after={after} next={data?.next ?? null} />
      {asked !== null && (
        <Confirm
          title={t.dropTitle(asked.to)}
          tell={t.dropTell}
          act={t.drop}
          onAct={async () => done(await call('adminDropMail', paramsOf(asked)))}
          onClose={() => (dropping.value = null)}
        />
      )}
    </Screen>
  );
}

interface RowProps {
  readonly mail: Mail;
  readonly onRetry: () => void;
  readonly onDrop: () => void;
}

function Row({ mail: { to, kind, place, date, tries, nextTry, answer }, onRetry, onDrop }: RowProps) {
  const t = adminWords().mails;
  const kinds: Readonly<Record<string, string>> = t.kinds;
  const times = [
    t.since(momentOf(date)),
    t.tries(numberOf(tries)),
    ...(nextTry === null ? [] : [t.next(momentOf(nextTry))]),
  ];
  return (
    <li>
      <span class="name">{to}</span>
      <span class="hint">{kinds[kind] ?? kind}</span>
      <span class={place === 'failed' ? 'tag problem' : 'tag'}>{t.places[place]}</span>
      {mayAct() && place !== 'sending' && (
        <span class="buttons">
          <button type="button" class="small" aria-label={t.retryOf(to)} onClick={onRetry}>
            {t.retry}
          </button>
          <button type="button" class="small" aria-label={t.dropOf(to)} onClick={onDrop}>
            {t.drop}
          </button>
        </span>
      )}
      <p class="hint wide">{times.join(', ')}</p>
      {answer !== null && <p class="wide">{t.answer(answer)}</p>}
    </li>
  );
}
