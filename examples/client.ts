interface Body {
  readonly message: string;
  readonly data?: unknown;
}

/** A client of the HTTP routes in a few lines: what any program would write. */
export class Client {
  readonly #api: string;
  readonly #token: string | undefined;

  constructor(api: string, token?: string) {
    this.#api = api;
    this.#token = token;
  }

  /** The `data` of the answer. The caller names its shape, as the reference of the routes gives it. */
  async call<Data>(method: string, path: string, body?: unknown): Promise<Data> {
    const { ok, answer } = await this.#send(method, path, body);
    if (!ok) throw new Error(`${method} ${path}: ${answer.message} ${JSON.stringify(answer.data ?? null)}`);
    return answer.data as Data; // what the caller named
  }

  /** The identifier that a call is refused with. */
  async refusal(method: string, path: string, body?: unknown): Promise<string> {
    const { ok, answer } = await this.#send(method, path, body);
    if (ok) throw new Error(`${method} ${path} was not refused`);
    return answer.message;
  }

  /** Opens a link from a mail. */
  async follow(link: string): Promise<void> {
    const response = await fetch(link);
    if (!response.ok) throw new Error(`${response.status} for the link`);
  }

  async #send(method: string, path: string, body: unknown): Promise<{ ok: boolean; answer: Body }> {
    const headers: Record<string, string> = {};
    if (this.#token !== undefined) headers['authorization'] = `Bearer ${this.#token}`;
    if (body !== undefined) headers['content-type'] = 'application/json';
    const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
    const response = await fetch(`${this.#api}${path}`, init);
    return { ok: response.ok, answer: (await response.json()) as Body }; // the form of every answer
  }
}
