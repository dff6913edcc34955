import { ApiError } from '@algotheque/client';
import { useSignal } from '@preact/signals';
import { useId, useRef } from 'preact/hooks';
import { Notice, Problem } from '../parts/Notice.tsx';
import { useTask } from '../parts/task.ts';
import { go } from '../state/router.ts';
import { call } from '../state/session.ts';
import { adminWords } from './words.ts';

/** What can name an account; the service refuses the rest in other words. */
const NAME = /^\d+$|@/;
const UNKNOWN = ['Responses.User.Not_found', 'Responses.General.Invalid_data'];

/** Opens an account by its number or its e-mail address. */
export function FindAccount() {
  const t = adminWords().accounts;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const task = useTask();
  const isUnknown = useSignal(false);
  const find = async (): Promise<void> => {
    const who = input.current?.value.trim() ?? '';
    isUnknown.value = false;
    const found = NAME.test(who) ? await accountOf(who) : null;
    if (found !== null) return go(`/admin/accounts/${found}`);
    isUnknown.value = true;
    input.current?.focus();
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
            autocomplete="off"
            autocapitalize="none"
            spellcheck={false}
            aria-invalid={isUnknown.value ? true : undefined}
            aria-describedby={isUnknown.value ? `${id}-problem` : undefined}
          />
        </div>
        <button type="submit" aria-disabled={task.busy}>
          {t.find}
        </button>
      </form>
      {isUnknown.value && (
        <Notice kind="problem">
          <p id={`${id}-problem`}>{t.unknown}</p>
        </Notice>
      )}
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
