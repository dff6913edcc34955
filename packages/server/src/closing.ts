import { isError } from '@algotheque/domain';
import { asStartError } from './startError.ts';

/** Some steps of the closing failed; the message names each with its reason, in one line. */
export class ClosingError extends AggregateError {
  override readonly name = 'ClosingError';

  constructor(problems: readonly { readonly what: string; readonly problem: unknown }[]) {
    const reasons = problems.map(({ what, problem }) => `${what} (${reasonOf(problem)})`);
    super(
      problems.map(({ problem }) => problem),
      `Not everything could be closed: ${reasons.join('; ')}`,
    );
  }
}

const reasonOf = (problem: unknown): string =>
  (isError(problem) ? problem.message : String(problem)).replace(/\s*\n\s*/g, ' ');

/** Closes what was opened, in the reverse order. Each step runs even if others fail. */
export class Closing {
  readonly #steps: { readonly what: string; readonly close: () => unknown }[] = [];

  /** Registers how to close what `resource` opened, and its name for the message of a failure. */
  add<Resource>(resource: Resource, close: (resource: Resource) => unknown, what = 'a store'): Resource {
    this.#steps.push({ what, close: () => close(resource) });
    return resource;
  }

  /**
   * @param over ends the waiting: steps that have not ended by then count as failed, and all others are begun. Default: never
   * @throws ClosingError when steps failed; all have been tried
   */
  async close(over: Promise<unknown> = new Promise(() => {})): Promise<void> {
    const late = over.then(() => Promise.reject(new Error('it has not ended in time')));
    late.catch(() => {}); // each step that waits gets it
    const problems: { what: string; problem: unknown }[] = [];
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop()) {
      try {
        await Promise.race([step.close(), late]);
      } catch (problem) {
        problems.push({ what: step.what, problem });
      }
    }
    if (problems.length > 0) throw new ClosingError(problems);
  }
}

/** Runs the work of a command, and closes what it has opened. @param refusal makes what is thrown of an error of the work */
export async function closingAfter<Result>(
  work: (closing: Closing) => Promise<Result>,
  refusal: (error: unknown) => unknown = asStartError,
): Promise<Result> {
  const closing = new Closing();
  try {
    return await work(closing);
  } catch (error) {
    throw refusal(error);
  } finally {
    await closing.close();
  }
}
