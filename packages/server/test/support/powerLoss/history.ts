import type { Facts } from '../storedState/facts.ts';
import { type Answered, RecordingClient } from './recordingClient.ts';

/** A request that was answered with success in the end, and what it has made true. */
export interface Operation {
  readonly name: string;
  /** Where the recording has its answer. */
  readonly answer: { readonly port: number; readonly nth: number };
  readonly facts: Facts;
  readonly between?: Facts;
}

interface Made {
  readonly facts: Readonly<Record<string, string>>;
  readonly between?: Readonly<Record<string, string>>;
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

  /** Sends a request that must succeed. @param made what is true once it was answered with this */
  async send<Data>(
    client: RecordingClient,
    [target, sent]: readonly [target: string, sent: Parameters<RecordingClient['send']>[1]],
    made: (data: Data) => Made,
  ): Promise<Data> {
    // The place in the history is that of the sending: another user's later request depends on the answer.
    const place = this.operations.push({ name: target, answer: { port: 0, nth: 0 }, facts: new Map() }) - 1;
    const answered: Answered = await client.send(target, sent);
    if (answered.status >= 300) throw new Error(`${target}: ${answered.status}`);
    const data = answered.data as Data; // the caller knows what this route answers
    const { facts, between } = made(data);
    this.operations[place] = {
      name: target,
      answer: { port: answered.port, nth: answered.nth },
      facts: new Map(Object.entries(facts)),
      ...(between !== undefined && { between: new Map(Object.entries(between)) }),
    };
    return data;
  }
}
