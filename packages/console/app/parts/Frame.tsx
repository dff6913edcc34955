import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { SERVICE } from '../state/config.ts';
import { draftsOf, dropDrafts } from '../state/drafts.ts';
import { focusHeading } from '../state/focus.ts';
import { chooseLocale, type Locale, locale, words } from '../state/locale.ts';
import { isAdmin, place } from '../state/router.ts';
import { logout, me, slowCalls } from '../state/session.ts';
import { Dialog } from './Dialog.tsx';
import { Link } from './Link.tsx';
import { Announcement, Problem } from './Notice.tsx';
import { useTask } from './task.ts';

/** What is around each screen. */
export function Frame({ children }: { readonly children: ComponentChildren }) {
  const t = words();
  return (
    <>
      {/* Not by the fragment of the address, which screens use. */}
      <button type="button" class="skip" onClick={focusHeading}>
        {t.skip}
      </button>
      {slowCalls.value > 0 && (
        <div class="working" role="status">
          <progress aria-label={t.working} />
          <span>{t.working}</span>
        </div>
      )}
      <header class="bar">
        <Link to="" class="service">
          {SERVICE}
        </Link>
        {me.value != null && <Navigation />}
      </header>
      {children}
      <Announcement />
      <footer class="bar">
        <Languages />
      </footer>
    </>
  );
}

function Navigation() {
  const t = words().nav;
  const { path } = place.value;
  const isOwner = me.value?.serviceRight !== undefined;
  const items: readonly (readonly [to: string, text: string])[] =
    isOwner && isAdmin(path)
      ? [
          ['/admin', t.accounts],
          ['/admin/mails', t.mails],
          ['/admin/events', t.events],
          ['/admin/health', t.health],
          ['', t.algos],
        ]
      : [
          ['', t.algos],
          ['upload', t.upload],
          ['bin', t.bin],
          ['me', t.me],
          ...(isOwner ? [['/admin', t.admin] as const] : []),
        ];
  return (
    <nav class="items" aria-label={words().menu}>
      {items.map(([to, text]) => (
        <Link key={to} to={to} current={path === to}>
          {text}
        </Link>
      ))}
      <Logout />
    </nav>
  );
}

function Logout() {
  const t = words();
  const task = useTask('button');
  const asks = useSignal(false);
  const id = me.value?.id ?? 0;
  const begin = (): void => {
    if (draftsOf(id).length > 0) asks.value = true;
    else void task.run(logout);
  };
  const dropping = async (): Promise<void> => {
    await logout();
    dropDrafts(id);
  };
  return (
    <>
      <button type="button" class="quiet" aria-disabled={task.busy} onClick={begin}>
        {t.nav.logout}
      </button>
      {!asks.value && <Problem failure={task.failure} />}
      {asks.value && (
        <Dialog title={t.logoutDrafts.title} onClose={() => (asks.value = false)}>
          <p>{t.logoutDrafts.tell}</p>
          <Problem failure={task.failure} />
          <div class="buttons">
            <button type="button" class="main" onClick={() => void task.run(logout)}>
              {t.logoutDrafts.keep}
            </button>
            <button type="button" class="danger" onClick={() => void task.run(dropping)}>
              {t.logoutDrafts.drop}
            </button>
            <button type="button" onClick={() => (asks.value = false)}>
              {t.cancel}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}

const LOCALES: readonly Locale[] = ['en', 'fr'];

function Languages() {
  const t = words();
  return (
    <nav class="items" aria-label={t.language}>
      {LOCALES.map((name) => (
        <button
          key={name}
          type="button"
          class="quiet"
          lang={name}
          aria-pressed={locale.value === name}
          onClick={() => chooseLocale(name)}
        >
          {t.languages[name]}
        </button>
      ))}
    </nav>
  );
}
