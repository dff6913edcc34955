import { ApiError } from '@algotheque/client';
import { useId, useRef } from 'preact/hooks';
import { Problem } from '../parts/Notice.tsx';
import { useTask } from '../parts/task.ts';
import { go } from '../state/router.ts';
import { call } from '../state/session.ts';
import { adminWords } from './words.ts';

const UNKNOWN = ['Responses.User.Not_found', 'Responses.General.Invalid_data'];

/** Opens an account by its number, or lists those whose address or name begins so. */
export function FindAccount({ start }: { readonly start: string | null }) {
  const t = adminWords().accounts;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const task = useTask();
  const find = async (): Promise<void> => {
    const who = input.current?.value.trim() ?? '';
    const found = /^\d+$/.test(who) ? await accountOf(who) : null;
    go(found !== null ? `/admin/accounts/${found}` : `/admin${who === '' ? '' : `?start=${encodeURIComponent(who)}`}`);
  };
  const send = (event: SubmitEvent): void => {
    event.preventDefault();
    void task.run(find);
  };
  return (
    <search>
      <form class="search" onSubmit={send}>
        <div class="field grow">
          <label for={id}>{t.who}</label>
          <input
            ref={input}
            id={id}
            defaultValue={start ?? ''}
            autocomplete="off"
            autocapitalize="none"
            spellcheck={false}
          />
        </div>
        <button type="submit" aria-disabled={task.busy}>
          {t.find}
        </button>
      </form>
      <Problem failure={task.failure} />
    </search>
  );
}

/** The number of an account; null for none. */
async function accountOf(id: string): Promise<number | null> {
  try {
    return (await call('adminFindAccount', { params: { path: { id } } })).data.id;
  } catch (error) {
    if (error instanceof ApiError && UNKNOWN.includes(error.code)) return null;
    throw error;
  }
}
