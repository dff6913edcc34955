/** Jest and `node:vm` run a program in a realm of its own: there `instanceof Error` is false for what Node's modules throw. */
export function isError(value: unknown): value is Error {
  return value instanceof Error || Object.prototype.toString.call(value) === '[object Error]';
}

/**
 * Gets failures after the caller's work was durable, and failures in the background. No caller waits for them, and
 * resumeWork finishes the work later. `where` names the step. `requestId` is that of the caller, if a call met the problem. Must not throw:
 * a call would fail whose work is done, and in the background nobody catches it.
 */
export type OnProblem = (problem: unknown, where: string, requestId?: string) => void;

/** The default: a line on standard error, with the stack. */
export const printProblem: OnProblem = (problem, where, requestId) =>
  console.error(requestId === undefined ? `${where}:` : `${where}, request ${requestId}:`, problem);

/** Gets one line about something that was repaired or removed, or that is tried again. */
export type OnNotice = (line: string) => void;

/** The default: the line on standard error. */
export const printNotice: OnNotice = (line) => console.error(line);

/** Runs a step whose failure must not fail the caller, and reports it. */
export async function attempt(onProblem: OnProblem, where: string, step: () => Promise<unknown>): Promise<void> {
  try {
    await step();
  } catch (problem) {
    onProblem(problem, where);
  }
}

/**
 * What the work of `resumeWork` was left by: `content`, a content or a deletion that a change did not finish; `deletion`, a deleted
 * user whose entry is removed in the end; `withdrawal`, the rights that an account taken over had given; `confirmation`,
 * `notice` and `email`, a mail that was due for too long: to confirm an address, about a new password, about a new address; `shares`,
 * shares whose mail was due, or that have ended.
 */
export type ResumedKind = 'content' | 'deletion' | 'withdrawal' | 'confirmation' | 'notice' | 'email' | 'shares';

/** Is notified of what a service does, for counters. Its methods must not throw, and no caller waits for them. Default of each: nothing. */
export interface ServiceObserver {
  /** A content was asked for by its reference; whether memory had it. */
  onContentRead?(isCached: boolean): void;
  /** A round of `resumeWork` has finished one piece of work. */
  onResumed?(kind: ResumedKind): void;
}
