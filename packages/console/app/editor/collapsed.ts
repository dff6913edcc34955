import { EditorView } from '@codemirror/view';

/** The lines of a comparison that stand for unchanged ones: CodeMirror opens them by the mouse alone. */
export const collapsedByKeys = EditorView.updateListener.of(({ view }) => openByKeys(view));

export function openByKeys(view: EditorView): void {
  for (const lines of view.dom.querySelectorAll<HTMLElement>('.cm-collapsedLines:not([tabindex])')) {
    lines.tabIndex = 0;
    lines.role = 'button';
    lines.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      lines.click();
      view.focus();
    });
  }
}
