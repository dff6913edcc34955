/** A request, and the answer that a server gave to it. */
export interface RecordedAnswer {
  /** The name of the route. */
  readonly id: string;
  readonly request: {
    /** Method and path, with the default prefix. */
    readonly target: string;
    readonly headers: Readonly<Record<string, string>>;
    /** The body; absent for none. */
    readonly json?: unknown;
  };
  readonly status: number;
  /** The headers that tell a client something. */
  readonly headers: Readonly<Record<string, string>>;
  /** As JSON; null for none. */
  readonly body: unknown;
}
