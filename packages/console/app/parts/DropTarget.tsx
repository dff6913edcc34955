import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { type Dragged, dropped, isOurs } from '../state/drag.ts';

/** Takes what is dropped on it. */
export function DropTarget({
  onDrop,
  children,
}: {
  readonly onDrop: (dragged: Dragged) => void;
  readonly children: ComponentChildren;
}) {
  const isOver = useSignal(false);
  const over = (event: DragEvent): void => {
    if (!isOurs(event)) return;
    event.preventDefault();
    isOver.value = true;
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    isOver.value = false;
    const dragged = dropped(event);
    if (dragged !== null) onDrop(dragged);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the same can be done by the menu of what is dragged
    <div
      class={isOver.value ? 'target over' : 'target'}
      onDragOver={over}
      onDragLeave={() => (isOver.value = false)}
      onDrop={drop}
    >
      {children}
    </div>
  );
}
