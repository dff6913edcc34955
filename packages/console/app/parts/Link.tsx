import type { ComponentChildren } from 'preact';
import { addressOf, go } from '../state/router.ts';

interface Props {
  /** Below the console: `algos/12`, or `/admin/mails`. */
  readonly to: string;
  readonly class?: string;
  readonly current?: boolean;
  readonly onFollow?: () => void;
  readonly children: ComponentChildren;
}

/** Another tab, or a download of the address, is what the browser makes of it. */
const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

export function Link({ to, class: name, current, onFollow, children }: Props) {
  const follow = (event: MouseEvent): void => {
    onFollow?.();
    if (!isPlain(event)) return;
    event.preventDefault();
    go(to);
  };
  return (
    <a href={addressOf(to)} class={name} aria-current={current === true ? 'page' : undefined} onClick={follow}>
      {children}
    </a>
  );
}
