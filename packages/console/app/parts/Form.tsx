import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Problem } from './Notice.tsx';
import type { Task } from './task.ts';

interface Props {
  readonly task: Task;
  readonly submit: string;
  readonly danger?: boolean;
  readonly onSubmit: (form: HTMLFormElement) => Promise<void>;
  readonly children: ComponentChildren;
  /** Beside the button. */
  readonly more?: ComponentChildren;
}

/** A failure is shown above the button, and the first field that is wrong gets the focus. */
export function Form({ task, submit, danger, onSubmit, children, more }: Props) {
  const element = useRef<HTMLFormElement>(null);
  const { failure } = task;
  useLayoutEffect(() => {
    if (failure === null) return;
    element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [failure]);
  const send = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = element.current;
    if (form !== null) void task.run(() => onSubmit(form));
  };
  return (
    <form ref={element} onSubmit={send} noValidate>
      {children}
      <Problem failure={failure} />
      <div class="buttons">
        <button type="submit" class={danger === true ? 'danger' : 'main'} aria-disabled={task.busy}>
          {submit}
        </button>
        {more}
      </div>
    </form>
  );
}
