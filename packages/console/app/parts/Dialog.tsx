import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { words } from '../state/locale.ts';
import { Problem } from './Notice.tsx';
import { useTask } from './task.ts';

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** The browser keeps the focus in it, closes it by Escape, and gives the focus back. */
export function Dialog({ title, onClose, children }: Props) {
  const id = useId();
  const element = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog ref={element} aria-labelledby={id} onClose={onClose}>
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}

interface ConfirmProps {
  readonly title: string;
  readonly tell?: string;
  readonly act: string;
  /** It can be undone. */
  readonly mild?: boolean;
  readonly onAct: () => Promise<void>;
  readonly onClose: () => void;
}

/** A question, as before what cannot be undone. */
export function Confirm({ title, tell, act, mild, onAct, onClose }: ConfirmProps) {
  const task = useTask('button');
  return (
    <Dialog title={title} onClose={onClose}>
      {tell !== undefined && <p>{tell}</p>}
      <Problem failure={task.failure} />
      <div class="buttons">
        <button
          type="button"
          class={mild === true ? 'main' : 'danger'}
          aria-disabled={task.busy}
          onClick={() => void task.run(onAct)}
        >
          {act}
        </button>
        <button type="button" onClick={onClose}>
          {words().cancel}
        </button>
      </div>
    </Dialog>
  );
}
