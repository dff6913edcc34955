import { BASE } from './config.ts';

const keyOf = (name: string): string => `${BASE}:${name}`;

/** What this browser keeps for the console; null if there is nothing, or the browser keeps nothing. */
export function kept(name: string): string | null {
  try {
    return localStorage.getItem(keyOf(name));
  } catch {
    return null; // switched off by the person
  }
}

/** @returns whether the browser keeps it: it may be full, or switched off */
export function keep(name: string, value: string | null): boolean {
  try {
    if (value === null) localStorage.removeItem(keyOf(name));
    else localStorage.setItem(keyOf(name), value);
    return true;
  } catch {
    return false;
  }
}

/** The names that begin so. */
export function keptNames(start: string): readonly string[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(keyOf(start)))
      .map((key) => key.slice(keyOf('').length));
  } catch {
    return [];
  }
}

/** Calls when another tab keeps something else under the name. */
export function onKept(name: string, act: (value: string | null) => void): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === keyOf(name)) act(newValue);
  });
}
