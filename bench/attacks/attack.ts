/** What other users do during the attack (`recover`: after it), each from an address of their own. */
export type Others = 'log in' | 'recover' | 'read';

/** What an attack must know about the server. It is made before the attack, and passed to another process as JSON. */
export type Target = Readonly<Record<string, unknown>>;

export interface Attack {
  readonly name: string;
  /** Whether the limits of the server are on. They are off for an attack that needs many accounts. */
  readonly isLimited: boolean;
  readonly env?: Readonly<Record<string, string>>;
  readonly others: Others;
  /** Fills the server, and resolves to the target of the attack. */
  prepare?(port: number): Promise<Target>;
  /** Runs the attack in a process of its own; resolves at its end to a short text about the answers. */
  run(port: number, target: Target): Promise<string>;
}

/** How long an attack keeps its connections open, in milliseconds. */
export const HOLD_MS = 8_000;
