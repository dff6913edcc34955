import { useSignal } from '@preact/signals';
import { Confirm } from '../parts/Dialog.tsx';
import { say } from '../parts/Notice.tsx';
import { textOf } from '../state/locale.ts';
import { call } from '../state/session.ts';
import type { Account } from './parts.tsx';
import { adminWords } from './words.ts';

type Of = { readonly params: { readonly path: { readonly id: number } } };

const ACTS = {
  confirm: (of: Of) => call('adminConfirm', of),
  enable: (of: Of) => call('adminEnable', of),
  recovery: (of: Of) => call('adminSendRecovery', of),
  endSessions: (of: Of) => call('adminEndSessions', of),
  disable: (of: Of) => call('adminDisable', of),
};
type Act = keyof typeof ACTS;

const RISKY: readonly Act[] = ['endSessions', 'disable'];

function actsOf({ isVerified, isDisabled, serviceRight }: Account): readonly Act[] {
  if (serviceRight !== undefined) return ['recovery'];
  return [...(isVerified ? [] : ['confirm' as const]), 'recovery', 'endSessions', isDisabled ? 'enable' : 'disable'];
}

interface Props {
  readonly account: Account;
  readonly onChange: () => void;
}

/** Each asks before it acts. The button that enables is the one that disables, so it keeps the focus. */
export function AccountActions({ account, onChange }: Props) {
  const t = adminWords().acts;
  const asked = useSignal<Act | null>(null);
  const close = (): void => {
    asked.value = null;
  };
  const act = (name: Act) => async (): Promise<void> => {
    const { message } = await ACTS[name]({ params: { path: { id: account.id } } });
    close();
    say(textOf(message));
    onChange();
  };
  const name = asked.value;
  return (
    <div class="buttons">
      {actsOf(account).map((one) => (
        <button key={one === 'enable' ? 'disable' : one} type="button" onClick={() => (asked.value = one)}>
          {t[one].act}
        </button>
      ))}
      {name !== null && (
        <Confirm
          title={t[name].title(account.pseudo)}
          tell={t[name].tell}
          act={t[name].act}
          mild={!RISKY.includes(name)}
          onAct={act(name)}
          onClose={close}
        />
      )}
    </div>
  );
}
