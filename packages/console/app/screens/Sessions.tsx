import { Problem, say } from '../parts/Notice.tsx';
import { useLoaded, useTask } from '../parts/task.ts';
import { momentOf, words } from '../state/locale.ts';
import { call, leave } from '../state/session.ts';

/** Where the person is logged in: ends one session, all others, or all. */
export function Sessions({ id }: { readonly id: number }) {
  const t = words().me;
  const task = useTask('button');
  const params = { path: { id } };
  const { data, failure, reload } = useLoaded(
    async (signal) => (await call('listSessions', { params, signal })).data,
    [id],
  );
  const acting = (work: () => Promise<unknown>, told: string) => (): void =>
    void task.run(async () => {
      await work();
      say(told);
      reload();
    });
  /** This one too. */
  const endAll = async (): Promise<void> => {
    await call('endSessions', { params: { ...params, query: { all: true } } });
    leave();
  };
  const sessions = data ?? [];
  return (
    <section>
      <h2>{t.sessions}</h2>
      <Problem failure={failure ?? task.failure} again={reload} />
      {data === null && failure === null && <p class="hint">{words().loading}</p>}
      <ul class="algos">
        {sessions.map(({ sessionId, client, address, dateUtilisation, isCurrent }) => {
          const what = client ?? t.unknownClient;
          return (
            <li key={sessionId}>
              <span class="name">{what}</span>
              {address !== null && <span class="hint">{address}</span>}
              <span class="hint">{t.used(momentOf(dateUtilisation))}</span>
              {isCurrent ? (
                <span class="tag done">{t.thisOne}</span>
              ) : (
                <button
                  type="button"
                  class="small"
                  aria-label={t.endOf(what)}
                  onClick={acting(() => call('endSession', { params: { path: { id, sessionId } } }), t.sessionEnded)}
                >
                  {t.endSession}
                </button>
              )}
            </li>
          );
        })}
      </ul>
      <div class="buttons">
        {sessions.length > 1 && (
          <button type="button" onClick={acting(() => call('endSessions', { params }), t.othersEnded)}>
            {t.endOthers}
          </button>
        )}
        <button type="button" onClick={() => void task.run(endAll)}>
          {t.endAll}
        </button>
      </div>
    </section>
  );
}
