import { signal } from '@preact/signals';
import { BASE, MOUNT } from './config.ts';

export interface Address {
  /** Below the console, without slashes at its ends: `algos/12`; for owners of the service `/admin/mails`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly hash: string;
}

function here(): Address {
  const whole = location.pathname.slice(MOUNT.length).replace(/\/+$/, '');
  const path = isAdmin(whole) ? whole : location.pathname.slice(BASE.length).replace(/^\/+|\/+$/g, '');
  return { path, query: new URLSearchParams(location.search), hash: location.hash };
}

/** The screens for everybody. */
const OPEN = ['login', 'register', 'recover'];

export const isOpen = (path: string): boolean => OPEN.includes(path);

/** Whether a path is of the part for owners of the service, which is beside that of people. */
export function isAdmin(path: string): boolean {
  return path === '/admin' || path.startsWith('/admin/');
}

export const place = signal<Address>(here());

/** How often the person went to another screen: the first screen does not take the focus. */
export const moves = signal(0);

/** @param to below the console: `algos/12?…`, or `/admin/…` */
export function go(to: string, { replace = false } = {}): void {
  const address = addressOf(to);
  if (replace) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  arrive();
}

function arrive(): void {
  moves.value += 1;
  place.value = here();
}

addEventListener('popstate', arrive);

export const addressOf = (to: string): string =>
  to.startsWith('/') ? MOUNT + to : `${BASE}${to === '' || to.startsWith('?') ? '' : '/'}${to}`;
