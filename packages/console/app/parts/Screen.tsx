import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { SERVICE } from '../state/config.ts';
import { moves } from '../state/router.ts';

interface Props {
  readonly title: string;
  /** For forms and short texts. */
  readonly narrow?: boolean;
  /** Beside the heading. */
  readonly tools?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A screen with its heading, which gets the focus when the person comes from another screen. */
export function Screen({ title, narrow, tools, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} – ${SERVICE}`;
  }, [title]);
  // At once: after a frame that comes late it would take the focus from a person who has gone on.
  useLayoutEffect(() => {
    if (moves.peek() > 0) heading.current?.focus();
  }, []);
  return (
    <main id="content" class={narrow === true ? 'narrow' : ''}>
      <div class="head">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {tools}
      </div>
      {children}
    </main>
  );
}
