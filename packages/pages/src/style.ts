import { createHash } from 'node:crypto';
import { LOOK } from './look.ts';
import type { Headers } from './messages.ts';

/**
 * The style of the pages: a card in the middle of the window, as wide as the window on a phone. Lengths are in `rem`, so that the page
 * grows with the size of the text. Every pair of colours has a contrast of at least 4.5 to 1, light and dark.
 */
const STYLE = `* { box-sizing: border-box }
body { display: flex; flex-direction: column; justify-content: center; min-height: 100vh; max-width: 32rem; margin: 0 auto; padding: min(1rem, 4vw); overflow-wrap: anywhere }
header, footer { padding: .5rem 1rem; text-align: center }
header a { color: inherit; font-weight: 600; text-decoration: none }
header a:hover { text-decoration: underline }
footer a { display: inline-block; padding: .25rem .5rem }
main { padding: min(1.5rem, 6vw); border: 1px solid var(--edge); border-radius: .75rem; background: var(--card) }
h1 { margin: 0 0 1rem; font-size: 1.375rem; line-height: 1.25; text-wrap: balance }
p, ul { margin: 1rem 0 }
ul { padding-left: min(1.5rem, 6vw) }
main > :last-child { margin-bottom: 0 }
a { color: var(--accent) }
.word { white-space: nowrap }
.language:not(:target, :last-child), .language:target ~ .language { display: none }
.outcome { display: flex; gap: min(.75rem, 3vw); padding: min(.75rem, 3vw); border: 1px solid; border-radius: .5rem }
.done { background: var(--done-back); color: var(--done) }
.note { background: var(--note-back); color: var(--note) }
.problem { background: var(--problem-back); color: var(--problem) }
svg { flex: none; width: 1.25rem; height: 1.25rem; margin-top: .125rem; fill: none; stroke: currentColor; stroke-width: 1.5; stroke-linecap: round; stroke-linejoin: round }
.error { display: flex; gap: .5rem; margin: .25rem 0 .5rem; color: var(--problem) }
.hint, .quiet { color: var(--quiet) }
.hint { margin: .25rem 0 }
label { display: block; font-weight: 600 }
input, button, .action a { display: block; width: 100%; min-height: 2.75rem; padding: .5rem .75rem; border: 1px solid var(--line); border-radius: .5rem; font: inherit }
input { margin-top: .25rem; background: var(--card); color: inherit }
.error + input { border: 2px solid var(--problem) }
button, .action a { margin-top: 1rem; border-color: transparent; background: var(--accent); color: var(--on-accent); font-weight: 600; text-align: center; text-decoration: none; cursor: pointer }
form ~ .action a { border-color: var(--line); background: none; color: var(--accent) }
:focus-visible { outline: .1875rem solid var(--accent); outline-offset: .1875rem }
`;

/** What all pages of a service share. */
export interface PageStyle {
  /** CSS in the head of each page. */
  readonly css: string;
  /** The headers of each page, beside those that every answer has. */
  readonly headers: Headers;
}

/**
 * @param ownLook CSS of an operator, after the look of the service: it replaces variables, or anything else. It is the text of a `style`
 * element, so it must not have `<` or NUL. Default: none
 */
export function pageStyle(ownLook = ''): PageStyle {
  const css = `\n${LOOK}${STYLE}${ownLook.replaceAll(/\r\n?/g, '\n')}`; // the line ends that a browser hashes
  const hash = createHash('sha256').update(css).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;
  // Never the path, which may have a token. With `no-referrer` browsers would send the origin of a form as `null`.
  return { css, headers: { 'Content-Security-Policy': policy, 'Referrer-Policy': 'strict-origin' } };
}
