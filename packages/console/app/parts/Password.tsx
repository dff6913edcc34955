import { useSignal } from '@preact/signals';
import type { Failure } from '../state/failure.ts';
import { words } from '../state/locale.ts';
import { Field } from './Field.tsx';

interface Props {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly isNew?: boolean;
  readonly failure: Failure | null;
}

/** A password, which the person may see while they type it. */
export function Password({ isNew, ...field }: Props) {
  const isSeen = useSignal(false);
  return (
    <>
      <Field
        {...field}
        type={isSeen.value ? 'text' : 'password'}
        autocomplete={isNew === true ? 'new-password' : 'current-password'}
        required
      />
      <label class="check">
        <input type="checkbox" checked={isSeen.value} onChange={() => (isSeen.value = !isSeen.value)} />
        {words().show}
      </label>
    </>
  );
}
