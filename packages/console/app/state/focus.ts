import { ROOT } from './config.ts';

let last: Node | null = null;

/**
 * Gives the focus to the heading when the element that had it is gone, as the button of a row that was removed: those who work with keys
 * alone would begin at the start of the page again, and those who hear the page would not hear where they are.
 */
export function keepFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    last = target instanceof Node ? target : null;
  });
  new MutationObserver(() => {
    if (last?.isConnected === false && document.activeElement === document.body) focusHeading();
  }).observe(ROOT, { childList: true, subtree: true });
}

export const focusHeading = (): void => document.querySelector('h1')?.focus();
