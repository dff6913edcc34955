/** A release that is not made. The message is one line for whoever asked for it. */
export class Refusal extends Error {
  /** 2 for a wrong command line, 1 for a repository that is not ready. */
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}
