/**
 * Gets failures after the caller's work was durable, and failures in the background. No caller waits for them, and
 * resumeWork finishes the work later. `where` names the step. `requestId` is that of the caller, if a call met the problem.
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
