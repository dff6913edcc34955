import type { FactValues } from '../storedState/facts.ts';
import type { Request } from '../storedState/requests.ts';
import { RecordingClient } from './recordingClient.ts';

/** A request that was answered with success in the end, and what it has made true. */
export interface Operation {
  readonly name: string;
  /** Where the recording has its answer. */
  readonly answer: { readonly port: number; readonly nth: number };
  readonly facts: FactValues;
  readonly between?: FactValues | undefined;
}

/** What the users of a recorded server did, in the order in which they sent it. */
export class History {
  readonly operations: Operation[] = [];
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  client(): RecordingClient {
    return new RecordingClient(this.#url);
  }

  /** Sends a request that must succeed. */
  async send<Data>(client: RecordingClient, { target, sent, facts, between }: Request): Promise<Data> {
    // The place in the history is that of the sending: another user's later request depends on the answer.
    const place = this.operations.push({ name: target, answer: { port: 0, nth: 0 }, facts: {} }) - 1;
    const { status, data, port, nth } = await client.send(target, sent);
    if (status >= 300) throw new Error(`${target}: ${status}`);
    this.operations[place] = { name: target, answer: { port, nth }, facts: facts?.(data) ?? {}, between };
    return data as Data; // the caller knows what this route answers
  }
}
