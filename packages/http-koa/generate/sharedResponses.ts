import type { Json } from './jsonSchema.ts';

/** An answer of an operation, with the name that it gets if others are the same. */
export interface NamedResponse {
  readonly name: string;
  readonly response: Json;
}

/** Answers that several operations have are in the document once, so that it and what is made from it are half as long. */
export class SharedResponses {
  readonly #names = new Map<string, string>();
  readonly #shared: Readonly<Record<string, Json>>;

  /** @param all the answers of all operations */
  constructor(all: readonly NamedResponse[]) {
    const groups = [...Map.groupBy(all, ({ response }) => JSON.stringify(response))];
    const several = groups.flatMap(([text, [first, ...others]]) =>
      first === undefined || others.length === 0 ? [] : [{ text, ...first }],
    );
    const taken = new Map<string, Json>();
    for (const { text, name, response } of several) {
      const same = [...taken.keys()].filter((one) => one === name || one.startsWith(`${name}.`)).length;
      const free = same === 0 ? name : `${name}.${same + 1}`;
      taken.set(free, response);
      this.#names.set(text, free);
    }
    this.#shared = Object.fromEntries([...taken].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** `components.responses`. */
  get components(): Json {
    return this.#shared;
  }

  /** The answer, or the reference to it. */
  refer(response: Json): Json {
    const name = this.#names.get(JSON.stringify(response));
    return name === undefined ? response : { $ref: `#/components/responses/${name}` };
  }
}
