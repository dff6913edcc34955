import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { locale, words } from '../state/locale.ts';
import { NotLoaded } from './Notice.tsx';

type Module = typeof import('../editor/editor.ts');

/** The editor is loaded when it is needed. */
const loadEditor = (): Promise<Module> => import('../editor/editor.ts');

/** Begins to load the editor, beside the text that it will show. A failure shows where the editor would be. */
export const useEditorSoon = (): void => useEffect(() => void loadEditor().catch(() => {}), []);

interface Props<Made> {
  /** Fills the element; called once. */
  readonly make: (module: Module, host: HTMLElement) => Made;
  readonly onMade?: (made: Made) => void;
  readonly class: string;
}

interface Closing {
  close(): void;
}

export function CodeEditor<Made extends Closing>({ make, onMade, class: name }: Props<Made>): ComponentChildren {
  const host = useRef<HTMLDivElement>(null);
  const state = useSignal<'loading' | 'there' | 'failed'>('loading');
  useEffect(() => {
    let made: Made | null = null;
    let isGone = false;
    loadEditor().then(
      (module) => {
        if (isGone || host.current === null) return;
        made = make(module, host.current);
        state.value = 'there';
        onMade?.(made);
      },
      () => (state.value = 'failed'), // of the network
    );
    return () => {
      isGone = true;
      made?.close();
    };
  }, [locale.value]);
  return (
    <>
      {state.value === 'loading' && <p class="hint">{words().loading}</p>}
      {state.value === 'failed' && <NotLoaded />}
      <div class={name} ref={host} key={locale.value} />
    </>
  );
}
