/** What `setTimeout` does after a millisecond or more, if the runtime has it: Node, Bun and Deno do. */
const immediate: unknown = Reflect.get(globalThis, 'setImmediate');
const later: (work: () => void) => unknown =
  typeof immediate === 'function' ? (work) => immediate(work) : (work) => setTimeout(work);

/**
 * Resolves in the next turn of the event loop, in which other requests go on. A promise that resolves at once gives nobody else a turn:
 * work that a client can make long awaits this between its parts.
 */
export const nextTurn = (): Promise<void> => new Promise((resolve) => void later(resolve));
