import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { MergeView } from '@codemirror/merge';
import { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from '@codemirror/view';
import type { Locale } from '../state/locale.ts';
import { collapsedByKeys, openByKeys } from './collapsed.ts';
import { PHRASES } from './phrases.ts';
import { brokenPlace, type Place, placeOf } from './places.ts';
import { closeSigns, sign } from './signs.ts';
import { theme } from './theme.ts';

export interface EditorOptions {
  readonly text: string;
  readonly label: string;
  readonly locale: Locale;
  readonly readOnly: boolean;
  readonly onChange: () => void;
}

export interface TextEditor {
  text(): string;
  replace(text: string): void;
  focus(): void;
  openSearch(): void;
  /** Where a JSON Pointer leads; null: where the text is no JSON. */
  placeOf(pointer: string | null): Place;
  lineOf(place: Place): number;
  goTo(place: Place): void;
  /** Marks places, with what is wrong there; those before are not marked any more. */
  mark(problems: readonly { readonly place: Place; readonly text: string }[]): void;
  close(): void;
}

const foldSign = (open: boolean): HTMLElement => sign(document.createElement('span'), open ? 'opened' : 'closed');

const looks = (label: string, locale: Locale, readOnly: boolean): Extension => [
  lineNumbers(),
  foldGutter({ markerDOM: foldSign }),
  json(),
  theme(),
  EditorView.lineWrapping,
  EditorView.contentAttributes.of({ tabindex: '0', 'aria-label': label }),
  EditorState.phrases.of(PHRASES[locale]),
  EditorState.readOnly.of(readOnly),
  search({ top: true }),
  closeSigns,
  highlightSelectionMatches(),
  history(),
  bracketMatching(),
  indentOnInput(),
  // Not the Tab key: it leaves the text, for those who work with keys alone.
  keymap.of([...searchKeymap, ...historyKeymap, ...foldKeymap, ...defaultKeymap]),
];

const changed = (onChange: () => void): Extension =>
  EditorView.updateListener.of(({ docChanged }) => {
    if (docChanged) onChange();
  });

/** A shadow root takes its styles from scripts without an element in the page, which its policy would refuse. */
const shadowOf = (host: HTMLElement): ShadowRoot => host.shadowRoot ?? host.attachShadow({ mode: 'open' });

export function createEditor(host: HTMLElement, options: EditorOptions): TextEditor {
  const { text, label, locale, readOnly, onChange } = options;
  const root = shadowOf(host);
  const active = [highlightActiveLine(), highlightActiveLineGutter(), lintGutter()];
  const view = new EditorView({
    doc: text,
    extensions: [looks(label, locale, readOnly), active, changed(onChange)],
    root,
    parent: root,
  });
  return {
    text: () => view.state.doc.toString(),
    replace: (next) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } }),
    focus: () => view.focus(),
    openSearch: () => void openSearchPanel(view),
    placeOf: (pointer) =>
      pointer === null ? (brokenPlace(view.state) ?? { from: 0, to: 0 }) : placeOf(view.state, pointer),
    lineOf: ({ from }) => view.state.doc.lineAt(from).number,
    goTo({ from, to }) {
      view.dispatch({
        selection: { anchor: from, head: to },
        effects: EditorView.scrollIntoView(from, { y: 'center' }),
      });
      view.focus();
    },
    mark(problems) {
      const found = problems.map((one) => ({ ...one.place, severity: 'error' as const, message: one.text }));
      view.dispatch(setDiagnostics(view.state, found));
    },
    close: () => view.destroy(),
  };
}

export interface Side {
  readonly text: string;
  readonly label: string;
}

export interface MergeOptions {
  readonly left: Side;
  readonly right: Side;
  readonly locale: Locale;
  /** That the right side can be changed. `takeOver`: the name of the button that takes over a part of the left side. */
  readonly editable: { readonly takeOver: string; readonly onChange: () => void } | null;
}

export interface Merge {
  /** The text of the right side. */
  text(): string;
  close(): void;
}

/** Two texts side by side, with what differs. */
export function createMerge(host: HTMLElement, { left, right, locale, editable }: MergeOptions): Merge {
  const root = shadowOf(host);
  const changes = editable === null ? [] : changed(editable.onChange);
  const view = new MergeView({
    a: { doc: left.text, extensions: [looks(left.label, locale, true), collapsedByKeys] },
    b: { doc: right.text, extensions: [looks(right.label, locale, editable === null), collapsedByKeys, changes] },
    root,
    parent: root,
    collapseUnchanged: { margin: 3, minSize: 8 },
    ...(editable !== null && {
      revertControls: 'a-to-b' as const,
      renderRevertControl: () => arrow(editable.takeOver, () => view.b.focus()),
    }),
  });
  for (const side of [view.a, view.b]) openByKeys(side);
  return { text: () => view.b.state.doc.toString(), close: () => view.destroy() };
}

/** The merge view listens to the mouse alone. The arrow is gone once it is pressed. */
function arrow(label: string, onPress: () => void): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.ariaLabel = label;
  button.title = label;
  button.addEventListener('click', ({ detail }) => {
    const isByKeys = detail === 0;
    if (!isByKeys) return;
    button.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
    onPress();
  });
  return sign(button, 'right');
}
