import { useId } from 'preact/hooks';
import type { Failure } from '../state/failure.ts';

interface Props {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** The failure of the form: it may be about this field. */
  readonly failure?: Failure | null;
  readonly type?: 'text' | 'email' | 'password' | 'url';
  readonly autocomplete?: 'current-password' | 'email' | 'new-password' | 'nickname' | 'off' | 'username';
  readonly autofocus?: boolean;
  readonly required?: boolean;
  readonly defaultValue?: string;
  /** What it has, where the program follows what is typed. */
  readonly value?: string;
  readonly onInput?: (text: string) => void;
}

export function Field({ name, label, hint, failure, type = 'text', onInput, ...input }: Props) {
  const id = useId();
  const kind = type as 'text'; // its types have other attributes for each kind
  const problem = failure?.fields.get(name);
  const described = [hint !== undefined && `${id}-hint`, problem !== undefined && `${id}-problem`].filter(Boolean);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {problem !== undefined && (
        <p class="error" id={`${id}-problem`}>
          {problem}
        </p>
      )}
      <input
        {...input}
        {...(type !== 'text' && { autocapitalize: 'none' as const, spellcheck: false })}
        type={kind}
        onInput={onInput && (({ currentTarget }) => onInput(currentTarget.value))}
        id={id}
        name={name}
        aria-invalid={problem === undefined ? undefined : true}
        aria-describedby={described.length > 0 ? described.join(' ') : undefined}
      />
    </div>
  );
}

/** The text of a field of a form. */
export const textIn = (form: HTMLFormElement, name: string): string => String(new FormData(form).get(name) ?? '');
