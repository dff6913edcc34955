import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type Failure, failureOf } from '../state/failure.ts';

export interface Task {
  readonly busy: boolean;
  readonly failure: Failure | null;
  /** Does one work at a time, and keeps its failure. */
  readonly run: (work: () => Promise<void>) => Promise<void>;
}

/** @param by what begins it: something typed in a form or the editor, which stays there, or a button alone */
export function useTask(by: 'typing' | 'button' = 'typing'): Task {
  const busy = useSignal(false);
  const failure = useSignal<Failure | null>(null);
  const run = async (work: () => Promise<void>): Promise<void> => {
    if (busy.peek()) return;
    busy.value = true;
    failure.value = null;
    try {
      await work();
    } catch (error) {
      failure.value = failureOf(error, by === 'typing');
    } finally {
      busy.value = false;
    }
  };
  return { busy: busy.value, failure: failure.value, run };
}

export interface Loaded<Data> {
  /** Null until it is there; while it is read again, what was there before. */
  readonly data: Data | null;
  readonly failure: Failure | null;
  readonly reload: () => void;
}

/** Reads when the screen is shown, when one of `of` changes, and on demand. An answer that comes too late is dropped. */
export function useLoaded<Data>(read: (signal: AbortSignal) => Promise<Data>, of: readonly unknown[]): Loaded<Data> {
  const data = useSignal<Data | null>(null);
  const failure = useSignal<Failure | null>(null);
  const round = useSignal(0);
  useEffect(() => {
    const ended = new AbortController();
    read(ended.signal).then(
      (found) => {
        if (ended.signal.aborted) return;
        failure.value = null;
        data.value = found;
      },
      (error: unknown) => {
        if (!ended.signal.aborted) failure.value = failureOf(error);
      },
    );
    return () => ended.abort();
  }, [...of, round.value]);
  return { data: data.value, failure: failure.value, reload: () => (round.value += 1) };
}
