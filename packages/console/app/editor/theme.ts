import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const highlight = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--done)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--problem)' },
]);

/** Behind text, for what was found or has changed. */
const MARKED = 'color-mix(in srgb, var(--accent) 18%, transparent)';

const isDark = (): boolean => matchMedia('(prefers-color-scheme: dark)').matches;

/** The colours of the look, as variables of the page. */
export const theme = (): Extension => [
  syntaxHighlighting(highlight),
  EditorView.theme(
    {
      '&': { color: 'var(--text)', backgroundColor: 'var(--card)', fontSize: '0.9375rem', maxHeight: '75vh' },
      // The page draws it around the whole editor; of two sides the one that has the focus has its own.
      '&.cm-focused': { outline: 'none' },
      '&.cm-merge-a:focus-within, &.cm-merge-b:focus-within': {
        outline: '.1875rem solid var(--accent)',
        outlineOffset: '-.1875rem',
      },
      '.cm-scroller': { fontFamily: 'ui-monospace, Menlo, Consolas, monospace', overflow: 'auto' },
      '.cm-content': { caretColor: 'var(--text)', minHeight: '18rem' },
      '.cm-cursor': { borderLeftColor: 'var(--text)' },
      '.cm-gutters': { backgroundColor: 'var(--back)', color: 'var(--quiet)', borderColor: 'var(--edge)' },
      '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in srgb, var(--accent) 7%, transparent)' },
      '.cm-panels': { backgroundColor: 'var(--back)', color: 'var(--text)', fontSize: '0.875rem' },
      '.cm-panels input, .cm-panels button': { minHeight: '1.75rem', color: 'inherit' },
      '.cm-panels button': { minWidth: '1.75rem' },
      '.cm-textfield, .cm-button': {
        fontSize: '100%',
        backgroundImage: 'none',
        backgroundColor: 'var(--card)',
        borderColor: 'var(--line)',
      },
      '.cm-tooltip': { backgroundColor: 'var(--card)', color: 'var(--text)', borderColor: 'var(--line)' },
      '.cm-foldPlaceholder': { backgroundColor: 'var(--back)', color: 'var(--text)', borderColor: 'var(--line)' },
      '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--problem)' },
      '&.cm-merge-a .cm-changedText, &.cm-merge-b .cm-changedText': { background: MARKED },
      '& .cm-collapsedLines': { color: 'var(--text)', background: 'var(--back)' },
      '& .cm-collapsedLines:before, & .cm-collapsedLines:after': { content: '"…"' }, // its own sign is in few fonts
      '.cm-searchMatch, .cm-selectionMatch': { backgroundColor: MARKED },
      '.cm-searchMatch-selected': { outline: '1px solid var(--accent)' },
      '.cm-foldGutter svg, .cm-merge-revert svg, .cm-panels svg': {
        width: '.75rem',
        height: '.75rem',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: '1.5',
      },
      '.cm-matchingBracket': { outline: '1px solid var(--line)', color: 'inherit !important' },
    },
    { dark: isDark() },
  ),
];
