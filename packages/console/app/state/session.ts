import { type Answer, ApiError, type DataOf, type Operation, type RequestArgument } from '@algotheque/client';
import { signal } from '@preact/signals';
import { BASE, client } from './config.ts';
import { allowDrafts } from './drafts.ts';
import { keep, kept, onKept } from './kept.ts';
import { clearNext, takeNext } from './next.ts';
import { go, isOpen, place } from './router.ts';

export type Me = DataOf<'getOwnUser'>['utilisateur'];
export type Usage = DataOf<'getOwnUser'>['usage'];

/** Who is logged in; undefined: not known yet. */
export const me = signal<Me | null | undefined>(undefined);
export const usage = signal<Usage | null>(null);
/** Why the person has to log in again, or may not go on in this tab. */
export const state = signal<'usual' | 'ended' | 'foreign'>('usual');
/** How many calls have taken longer than half a second and still run. */
export const slowCalls = signal(0);

const SLOW_MS = 500;
const ACCOUNT = 'account';

/** This browser is logged in with another account than this tab: nothing may be done here any more. */
export class ForeignAccount extends Error {}

function requireOwnAccount(): void {
  const id = me.value?.id;
  const inBrowser = kept(ACCOUNT);
  if (id === undefined || inBrowser === null || inBrowser === String(id)) return; // null: the browser keeps nothing
  state.value = 'foreign';
  throw new ForeignAccount();
}

/** Calls an operation in the name of the person of this tab, and of nobody else. */
export async function call<Name extends Operation>(
  operation: Name,
  ...request: RequestArgument<Name>
): Promise<Answer<Name>> {
  requireOwnAccount();
  let isSlow = false;
  const timer = setTimeout(() => {
    isSlow = true;
    slowCalls.value += 1;
  }, SLOW_MS);
  try {
    return await client.call(operation, ...request);
  } catch (error) {
    const hasEnded = error instanceof ApiError && error.code === 'Responses.General.Unauthorized';
    if (hasEnded && me.value != null) end('ended');
    throw error;
  } finally {
    clearTimeout(timer);
    if (isSlow) slowCalls.value -= 1;
  }
}

function end(why: 'usual' | 'ended'): void {
  state.value = why;
  usage.value = null;
  me.value = null;
}

/** Who the cookie stands for. */
export async function readSelf(): Promise<void> {
  try {
    const { data } = await client.call('getOwnUser');
    const before = me.value;
    if (before != null && before.id !== data.utilisateur.id) {
      state.value = 'foreign';
      return;
    }
    begin(data.utilisateur);
    usage.value = data.usage;
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'Responses.General.Unauthorized')) throw error;
    end(me.value == null ? 'usual' : 'ended');
  }
}

function begin(user: Me): void {
  keep(ACCOUNT, String(user.id));
  state.value = 'usual';
  me.value = user;
}

export async function login(body: { readonly email: string; readonly password: string }): Promise<void> {
  const { data } = await call('loginByCookie', { body });
  allowDrafts();
  begin(data.utilisateur);
  void refreshUsage();
  const next = takeNext();
  const { path } = place.value;
  if (path === '' || isOpen(path)) go(next ?? '', { replace: true });
}

/** What it says is not needed to go on: a failure shows at the next call. */
export async function refreshUsage(): Promise<void> {
  try {
    const { data } = await call('getOwnUser');
    if (data.utilisateur.id === me.value?.id) usage.value = data.usage;
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof ForeignAccount)) throw error;
  }
}

/** The whole page is loaded again: nothing of the person stays in this tab. */
export async function logout(): Promise<void> {
  await call('logout');
  leave();
}

export function leave(): void {
  clearNext();
  keep(ACCOUNT, null);
  end('usual');
  location.replace(`${BASE}/login`);
}

onKept(ACCOUNT, (id) => {
  if (me.value == null) {
    if (id !== null) void readSelf();
  } else if (id === null) {
    end('usual');
    location.replace(`${BASE}/login`);
  } else if (id !== String(me.value.id)) state.value = 'foreign';
});

// A program may have changed the cookie, or the session has ended, while the tab was not looked at.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible' && me.value != null) {
    readSelf().catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error; // without a network the person works on
    });
  }
});

// The browser may show the page as it was, also after a logout.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});
