import { EditorView } from '@codemirror/view';
import { h, render } from 'preact';
import { Icon, type IconName } from '../parts/Icon.tsx';

/** Puts a sign into an element, in place of what is there. */
export function sign(element: HTMLElement, name: IconName): HTMLElement {
  element.replaceChildren();
  render(h(Icon, { name }), element);
  return element;
}

/** CodeMirror gives the buttons that close its panels a name, but a character for a sign, which is read as another name. */
export const closeSigns = EditorView.updateListener.of(({ view }) => {
  for (const button of view.dom.querySelectorAll<HTMLElement>('[name=close], .cm-dialog-close')) {
    if (button.textContent !== '') sign(button, 'close');
  }
});
