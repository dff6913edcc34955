/** What other people do while the attack goes on, each from an address of their own. */
export type Others = 'log in' | 'recover' | 'read';

/** What an attack needs to know of the server, made before it begins. Crosses a process boundary as JSON. */
export type Target = Readonly<Record<string, unknown>>;

export interface Attack {
  readonly name: string;
  /** Whether the server limits guesses and mails; off where the attack is about something else and needs many accounts. */
  readonly isLimited: boolean;
  readonly env?: Readonly<Record<string, string>>;
  readonly others: Others;
  /** Fills the server, and resolves to what the attack aims at. */
  prepare?(port: number): Promise<Target>;
  /** Attacks, in a process of its own, until it is over; resolves to what it got, in a few words. */
  strike(port: number, target: Target): Promise<string>;
}

/** How long an attack holds what it has opened, in milliseconds. */
export const HOLD_MS = 8_000;
