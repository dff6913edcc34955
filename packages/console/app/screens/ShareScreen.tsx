import { useId } from 'preact/hooks';
import { Field, textIn } from '../parts/Field.tsx';
import { Form } from '../parts/Form.tsx';
import { Link } from '../parts/Link.tsx';
import { Problem, say } from '../parts/Notice.tsx';
import { Screen } from '../parts/Screen.tsx';
import { useLoaded, useTask } from '../parts/task.ts';
import { dateOf, sizeOf, words } from '../state/locale.ts';
import { call, usage } from '../state/session.ts';
import { copyLink } from './algoActions.ts';

/** What a person with a right, or one who is awaited, takes of the owner's room (docs/api.md, quotas). */
const SHARE_BYTES = 256;

type Right = 'Read' | 'ReadWrite';
const RIGHTS: readonly Right[] = ['Read', 'ReadWrite'];
const rightIn = (text: string): Right => (text === 'ReadWrite' ? 'ReadWrite' : 'Read');

/** Who has a right on the own algorithm: give, change, withdraw. */
export function ShareScreen({ id }: { readonly id: number }) {
  const t = words();
  const params = { path: { id } };
  const choice = useId();
  const form = useTask();
  const task = useTask('button');
  const { data, failure, reload } = useLoaded(
    async (signal) => {
      const [algo, shares] = await Promise.all([
        call('getAlgo', { params, signal }),
        call('listShares', { params, signal }),
      ]);
      return { nom: algo.data.nom, ...shares.data };
    },
    [id],
  );
  const share = async (element: HTMLFormElement): Promise<void> => {
    const email = textIn(element, 'email');
    await call('shareAlgo', { params, body: { email, droits: rightIn(textIn(element, 'droits')) } });
    say(t.share.shared(email));
    element.reset();
    reload();
  };
  const acting = (work: () => Promise<unknown>, told: string) => (): void =>
    void task.run(async () => {
      await work();
      say(told);
      reload();
    });
  return (
    <Screen
      title={t.share.title(data?.nom ?? '…')}
      narrow
      tools={
        <div class="buttons">
          <Link to={`algos/${id}`} class="button">
            {t.algo.open}
          </Link>
          <button type="button" onClick={() => void copyLink(id)}>
            {t.algo.link}
          </button>
        </div>
      }
    >
      {data === null && failure === null && <p class="hint">{t.loading}</p>}
      <Problem failure={failure} again={reload} />
      {data !== null && (
        <>
          <p>{t.share.tell}</p>
          {usage.value?.bytes.limit != null && <p class="hint">{t.share.room(sizeOf(SHARE_BYTES))}</p>}
          <Form task={form} submit={t.share.submit} onSubmit={share}>
            <Field name="email" label={t.email} type="email" autocomplete="off" required failure={form.failure} />
            <div class="field">
              <label for={choice}>{t.share.right}</label>
              <RightChoice id={choice} name="droits" chosen="Read" />
            </div>
          </Form>
          <h2>{t.share.people}</h2>
          <Problem failure={task.failure} again={reload} />
          {data.shares.length === 0 && <p class="hint">{t.share.nobody}</p>}
          <ul class="algos">
            {data.shares.map(({ idUtilisateur, pseudo, droits, date }) => {
              const who = pseudo ?? t.share.deletedUser;
              const change = (next: Right) =>
                acting(
                  () => call('shareAlgo', { params, body: { idUtilisateur, droits: next } }),
                  t.share.changed(who),
                )();
              const end = () => call('endShare', { params: { path: { id, idUtilisateur } } });
              return (
                <li key={idUtilisateur}>
                  <span class="name">{who}</span>
                  <RightChoice chosen={droits} onChoose={change} label={`${t.share.right}: ${who}`} />
                  <span class="hint">{t.share.since(dateOf(date))}</span>
                  <Withdraw who={who} onClick={acting(end, t.share.withdrawn(who))} />
                </li>
              );
            })}
          </ul>
          {data.waiting.length > 0 && <h2>{t.share.waiting}</h2>}
          <ul class="algos">
            {data.waiting.map(({ adresseMail, droits, dateExpiration }) => (
              <li key={adresseMail}>
                <span class="name">{adresseMail}</span>
                <span class="tag">{t.share.rights[droits]}</span>
                <span class="hint">{t.share.until(dateOf(dateExpiration))}</span>
                <Withdraw
                  who={adresseMail}
                  onClick={acting(
                    () => call('endWaitingShare', { params, body: { email: adresseMail } }),
                    t.share.withdrawn(adresseMail),
                  )}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </Screen>
  );
}

interface ChoiceProps {
  readonly chosen: Right;
  readonly id?: string;
  readonly name?: string;
  readonly label?: string;
  readonly onChoose?: (right: Right) => void;
}

function RightChoice({ chosen, id, name, label, onChoose }: ChoiceProps) {
  return (
    <select
      id={id}
      name={name}
      aria-label={label}
      onChange={({ currentTarget }) => onChoose?.(rightIn(currentTarget.value))}
    >
      {RIGHTS.map((right) => (
        <option key={right} value={right} selected={right === chosen}>
          {words().share.rights[right]}
        </option>
      ))}
    </select>
  );
}

function Withdraw({ who, onClick }: { readonly who: string; readonly onClick: () => void }) {
  const t = words().share;
  return (
    <button type="button" class="small" aria-label={t.withdrawFrom(who)} onClick={onClick}>
      {t.withdraw}
    </button>
  );
}
