/** What a person drags within the console. */
export interface Dragged {
  readonly kind: 'algo' | 'folder';
  readonly id: number;
  readonly name: string;
}

const TYPE = 'application/x-algotheque';

export function drag(event: DragEvent, dragged: Dragged): void {
  event.dataTransfer?.setData(TYPE, JSON.stringify(dragged));
  if (event.dataTransfer !== null) event.dataTransfer.effectAllowed = 'move';
  event.stopPropagation();
}

/** Whether it may be dropped: the browser tells only its kind before. */
export const isOurs = (event: DragEvent): boolean => event.dataTransfer?.types.includes(TYPE) === true;

export function dropped(event: DragEvent): Dragged | null {
  const text = event.dataTransfer?.getData(TYPE) ?? '';
  return text === '' ? null : JSON.parse(text); // it is our own
}
