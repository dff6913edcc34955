import type { DataOf } from '@algotheque/client';
import type { ComponentChildren } from 'preact';
import { Link } from '../parts/Link.tsx';
import { Problem } from '../parts/Notice.tsx';
import { Screen } from '../parts/Screen.tsx';
import { useLoaded } from '../parts/task.ts';
import { momentOf, numberOf, sizeOf, words } from '../state/locale.ts';
import { call } from '../state/session.ts';
import { adminWords } from './words.ts';

type Health = DataOf<'adminHealth'>;
type Server = NonNullable<Health['server']>;
type Store = Health['failing'][number];

const STORES: readonly Store[] = ['records', 'content', 'mails'];

function kindText(name: Store, kind: string): string {
  const t = adminWords().health;
  if (kind !== 'files') return kind; // the name of a database, or SMTP
  return name === 'mails' ? t.mailFiles : t.files;
}

/** How the service is, in words: its stores, disks, mails and checks. */
export function HealthScreen() {
  const t = adminWords().health;
  const { data, failure, reload } = useLoaded(
    async (signal) => (await call('adminHealth', { params: {}, signal })).data,
    [],
  );
  return (
    <Screen
      title={t.title}
      narrow
      tools={
        <button type="button" onClick={reload}>
          {adminWords().mails.reload}
        </button>
      }
    >
      <Problem failure={failure} />
      {data === null && failure === null && <p class="hint">{words().loading}</p>}
      {data !== null && (
        <>
          <Part title={t.stores}>
            {STORES.map((name) => (
              <Fact key={name} what={t.store[name]}>
                {data.server !== null && `${kindText(name, data.server.kinds[name])} `}
                <State isGood={!data.failing.includes(name)} good={t.serves} bad={t.fails} />
              </Fact>
            ))}
          </Part>
          <Mails mails={data.mails} tries={data.server?.mailTries} />
          {data.server === null ? <p class="hint">{t.noServer}</p> : <OfServer server={data.server} />}
        </>
      )}
    </Screen>
  );
}

interface PartProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

const Part = ({ title, children }: PartProps) => (
  <section>
    <h2>{title}</h2>
    <dl class="facts">{children}</dl>
  </section>
);

interface FactProps {
  readonly what: string;
  readonly children: ComponentChildren;
}

const Fact = ({ what, children }: FactProps) => (
  <>
    <dt>{what}</dt>
    <dd>{children}</dd>
  </>
);

interface StateProps {
  readonly isGood: boolean;
  readonly good: string;
  readonly bad: string;
}

const State = ({ isGood, good, bad }: StateProps) => (
  <span class={isGood ? 'tag' : 'tag problem'}>{isGood ? good : bad}</span>
);

const momentOr = (time: number | null | undefined, none: string): string => (time == null ? none : momentOf(time));

function Mails({ mails, tries }: { readonly mails: Health['mails']; readonly tries: Server['mailTries'] | undefined }) {
  const t = adminWords().health;
  const count = (many: number): string => (mails?.isLeast === true ? t.least(numberOf(many)) : numberOf(many));
  return (
    <Part title={t.mails}>
      {mails === null ? (
        <Fact what={t.waiting}>{t.fails}</Fact>
      ) : (
        <>
          <Fact what={t.waiting}>
            {count(mails.waiting)}
            {mails.oldest !== null && `, ${t.oldest(momentOf(mails.oldest))}`}
          </Fact>
          <Fact what={t.givenUp}>
            {count(mails.givenUp)} {mails.givenUp > 0 && <Link to="/admin/mails">{t.toMails}</Link>}
          </Fact>
        </>
      )}
      {tries !== undefined && <Fact what={t.taken}>{momentOr(tries.taken, t.notYet)}</Fact>}
      {tries !== undefined && <Fact what={t.refused}>{momentOr(tries.refused, t.notYet)}</Fact>}
    </Part>
  );
}

function OfServer({ server: { version, disks, contents, database } }: { readonly server: Server }) {
  const t = adminWords().health;
  return (
    <>
      {disks.length > 0 && (
        <Part title={t.disks}>
          {disks.map(({ holds, freeBytes, reserveBytes }) => (
            <Fact
              key={holds.join()}
              what={holds.length === 0 ? t.dataDisk : holds.map((one) => t.store[one]).join(', ')}
            >
              {t.free(sizeOf(freeBytes))}. {reserveBytes > 0 ? t.reserve(sizeOf(reserveBytes)) : t.noReserve}
            </Fact>
          ))}
        </Part>
      )}
      <Part title={t.checks}>
        <Fact what={t.contents}>{contents === null ? t.off : <Contents contents={contents} />}</Fact>
        <Fact what={t.database}>
          {database === null ? t.notYet : `${momentOf(database.date)}: ${t.results[database.result]}`}
        </Fact>
        <Fact what={t.version}>{version}</Fact>
      </Part>
    </>
  );
}

function Contents({
  contents: { began, damaged, isRunning, last },
}: {
  readonly contents: NonNullable<Server['contents']>;
}) {
  const t = adminWords().health;
  return (
    <>
      {isRunning && (
        <p>
          {t.runs(momentOf(began))} <State isGood={damaged === 0} good={t.sound} bad={t.damaged(numberOf(damaged))} />
        </p>
      )}
      {last !== null && (
        <p>
          {t.ended(momentOf(last.began), momentOf(last.ended))}{' '}
          <State isGood={last.damaged === 0} good={t.sound} bad={t.damaged(numberOf(last.damaged))} />
        </p>
      )}
    </>
  );
}
