import { effect, signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { Failure } from '../state/failure.ts';
import { textOf, words } from '../state/locale.ts';
import { moves } from '../state/router.ts';
import { Icon } from './Icon.tsx';

interface Props {
  readonly kind: 'done' | 'note' | 'problem';
  readonly children: ComponentChildren;
}

export function Notice({ kind, children }: Props) {
  return (
    <div class={`outcome ${kind}`} role={kind === 'problem' ? 'alert' : undefined}>
      <Icon name={kind} />
      <div>{children}</div>
    </div>
  );
}

/** What went wrong, at its place, with what to do next. */
export function Problem({ failure, again }: { readonly failure: Failure | null; readonly again?: () => void }) {
  if (failure === null) return null;
  return (
    <Notice kind="problem">
      <p>{failure.text}</p>
      {again !== undefined && (
        <button type="button" class="small" onClick={again}>
          {words().tryAgain}
        </button>
      )}
    </Notice>
  );
}

/** A part of the program is not there. Browsers fetch it again with the page only. */
export function NotLoaded() {
  return (
    <Notice kind="problem">
      <p>{textOf('Client.Unreachable')}</p>
      <button type="button" class="small" onClick={() => location.reload()}>
        {words().reload}
      </button>
    </Notice>
  );
}

const message = signal('');

/** Says what has been done, on the screen and to those who hear it; empty: nothing. */
export function say(text: string): void {
  message.value = text;
}

// The message is about the screen before.
effect(() => {
  if (moves.value > 0) message.value = '';
});

/** It stays in the page, so that programs that read it aloud notice the message. */
export function Announcement() {
  return (
    <div class="announcement" role="status">
      {message.value !== '' && (
        <p>
          <span>{message.value}</span>
          <button type="button" class="quiet" aria-label={words().close} onClick={() => say('')}>
            <Icon name="close" />
          </button>
        </p>
      )}
    </div>
  );
}
