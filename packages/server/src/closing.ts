/** What was opened, to be closed in the reverse order, each whatever the others do. */
export class Closing {
  readonly #steps: (() => unknown)[] = [];

  /** Remembers how to close what `resource` opened. */
  add<Resource>(resource: Resource, close: (resource: Resource) => unknown): Resource {
    this.#steps.push(() => close(resource));
    return resource;
  }

  /** @throws AggregateError when steps failed; all have been tried */
  async close(): Promise<void> {
    const problems: unknown[] = [];
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop()) {
      try {
        await step();
      } catch (problem) {
        problems.push(problem);
      }
    }
    if (problems.length > 0) throw new AggregateError(problems, 'Not everything could be closed');
  }
}
