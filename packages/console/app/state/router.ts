import { signal } from '@preact/signals';
import { BASE } from './config.ts';

export interface Place {
  /** Below the console, without slashes at its ends: `algos/12`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly hash: string;
}

function here(): Place {
  const path = location.pathname.slice(BASE.length).replace(/^\/+|\/+$/g, '');
  return { path, query: new URLSearchParams(location.search), hash: location.hash };
}

/** The screens for everybody. */
const OPEN = ['login', 'register', 'recover'];

export const isOpen = (path: string): boolean => OPEN.includes(path);

export const place = signal<Place>(here());

/** How often the person went to another screen: the first screen does not take the focus. */
export const moves = signal(0);

/** @param to below the console: `algos/12?…` */
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

export const addressOf = (to: string): string => `${BASE}${to === '' || to.startsWith('?') ? '' : '/'}${to}`;
