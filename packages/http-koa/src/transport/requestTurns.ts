import { TurnsByAddress } from '@algotheque/domain';

/**
 * How many requests begin in one turn of the event loop. A store in the process answers without a turn, so a
 * thousand logins that arrive in one turn would all be handled in it, which takes a second. Eight take some
 * milliseconds.
 */
const MOST_IN_A_TURN = 8;

/**
 * Node accepts one connection per turn. Of this many successive turns that accept one, only one begins a request,
 * so that new connections wait for other requests as little as possible.
 */
const ACCEPTING_TURNS = 4;

/**
 * Opens few connections and begins few requests in each turn of the event loop; the others wait, and are taken in turn by
 * client address. Nothing is read from a connection before it is open.
 */
export class RequestTurns {
  readonly #requests = new TurnsByAddress<() => void>();
  readonly #connections = new TurnsByAddress<() => void>();
  #begun = 0;
  #hasAccepted = false;
  #accepting = 0;
  #isTurnAwaited = false;

  /** How many connections are not open yet. */
  get unopened(): number {
    return this.#connections.size;
  }

  /** A connection was accepted in this turn: calls `open` at the end of it, or in a later one. */
  addConnection(address: string, open: () => void): void {
    this.#hasAccepted = true;
    this.#connections.add(address, open);
    this.#awaitTurn();
  }

  /** Calls `begin`: now, if nothing waits and this turn has room for it, else in a later turn. */
  addRequest(address: string, begin: () => void): void {
    this.#awaitTurn();
    if (this.#requests.size > 0 || this.#hasAccepted || this.#begun >= MOST_IN_A_TURN) {
      this.#requests.add(address, begin);
      return;
    }
    this.#begun += 1;
    begin();
  }

  #awaitTurn(): void {
    if (this.#isTurnAwaited) return;
    this.#isTurnAwaited = true;
    setImmediate(() => this.#endTurn());
  }

  #endTurn(): void {
    const room = this.#room();
    this.#isTurnAwaited = false;
    this.#hasAccepted = false;
    this.#begun = 0;
    const begun = takeFrom(this.#requests, room);
    if (room > 0) takeFrom(this.#connections, Math.max(1, room - begun)); // requests come first, because their bytes already use memory
    if (this.#requests.size + this.#connections.size > 0) this.#awaitTurn();
  }

  /** How many more requests may begin in this turn. */
  #room(): number {
    if (!this.#hasAccepted) {
      this.#accepting = 0;
      return MOST_IN_A_TURN - this.#begun;
    }
    this.#accepting = (this.#accepting + 1) % ACCEPTING_TURNS;
    return this.#accepting === 0 ? 1 : 0;
  }
}

/** Takes at most this many, and returns how many it took. */
function takeFrom(waiting: TurnsByAddress<() => void>, most: number): number {
  const taken = Math.min(most, waiting.size);
  for (let count = 0; count < taken; count += 1) waiting.next()?.();
  return taken;
}
