import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { Icon } from './Icon.tsx';

export interface Action {
  readonly text: string;
  readonly act: () => void;
  readonly danger?: boolean;
}

interface Props {
  /** What the menu is for, for those who do not see it. */
  readonly label: string;
  readonly actions: readonly Action[];
}

/** Opens by a click or a key; closes by Escape, by a choice, and when the focus leaves it. */
export function Menu({ label, actions }: Props) {
  const details = useRef<HTMLDetailsElement>(null);
  const button = useRef<HTMLElement>(null);
  // A list has many menus: the actions of one are made when it opens.
  const isOpen = useSignal(false);
  const close = (): void => {
    if (details.current !== null) details.current.open = false;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || details.current?.open !== true) return;
    event.stopPropagation();
    close();
    button.current?.focus();
  };
  const onFocusOut = ({ relatedTarget }: FocusEvent): void => {
    if (relatedTarget instanceof Node && details.current?.contains(relatedTarget) === false) close();
  };
  return (
    <details
      class="menu"
      ref={details}
      onKeyDown={onKeyDown}
      onFocusOut={onFocusOut}
      onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}
    >
      <summary ref={button} aria-label={label} title={label}>
        <Icon name="menu" />
      </summary>
      {isOpen.value && (
        <ul>
          {actions.map(({ text, act, danger }) => (
            <li key={text}>
              <button
                type="button"
                class={danger === true ? 'risky' : ''}
                onClick={() => {
                  button.current?.focus();
                  close();
                  act();
                }}
              >
                {text}
              </button>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
