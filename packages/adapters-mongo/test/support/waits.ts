import { type CommandStartedEvent, MongoClient } from 'mongodb';

type SentCommand = Pick<CommandStartedEvent, 'requestId' | 'commandName' | 'command'>;

/** The commands that one request sent to the database. */
export interface RequestCost {
  readonly request: string;
  /** What the answer waited for: how often each `collection.command` was sent. */
  readonly waited: ReadonlyMap<string, number>;
  /** What followed behind the answer. */
  readonly behind: ReadonlyMap<string, number>;
  /** How often the answer waited. Commands at the same time are one wait, and a wait for a write if one of them writes. */
  readonly waits: { readonly reads: number; readonly writes: number };
}

/** The commands of the service in the background, and those that the driver sends by itself. */
const NOT_OF_A_REQUEST = /^servers\.|\.(hello|ping|endSessions)$/;

/**
 * Commands for many contents: no answer waits for them, because the contents of many requests are in one command. They may be sent before
 * it.
 */
const BEHIND = /^(contents\.(update|delete)|history\.find)Many$/;

const WRITE = /\.(insert|update|delete|findAndModify|updateMany|deleteMany)$/;

const AT_ONCE = 8;

/** Counts the commands and the waits of requests, one after the other. */
export class WaitCounter {
  readonly costs: RequestCost[] = [];
  #waited: string[] = [];
  #behind: string[] = [];
  #isAnswered = false;
  #waits: { isWrite: boolean }[] = [];
  readonly #underWay = new Set<number>();
  #mostAtOnce = 0;
  readonly #end: () => void;

  constructor() {
    this.#end = onCommands({
      started: (sent) => this.#started(sent),
      ended: ({ requestId }) => this.#underWay.delete(requestId),
    });
  }

  /**
   * Runs `read` until so many connections are there as a request uses at once. A command that waits for a new connection
   * would begin late, and count as another wait.
   */
  async warm(read: () => Promise<unknown>): Promise<void> {
    while (this.#mostAtOnce < AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, read));
  }

  /** @param settled resolves when nothing of the request is left to do */
  async count<Result>(request: string, work: () => Promise<Result>, settled: () => Promise<void>): Promise<Result> {
    [this.#waited, this.#behind, this.#waits, this.#isAnswered] = [[], [], [], false];
    const result = await work();
    this.#isAnswered = true;
    await settled();
    const writes = this.#waits.filter((wait) => wait.isWrite).length;
    this.costs.push({
      request,
      waited: counted(this.#waited),
      behind: counted(this.#behind),
      waits: { reads: this.#waits.length - writes, writes },
    });
    return result;
  }

  end(): void {
    this.#end();
  }

  #started(sent: SentCommand): void {
    const key = keyOf(sent);
    if (NOT_OF_A_REQUEST.test(key)) return;
    const isBehind = this.#isAnswered || BEHIND.test(key);
    (isBehind ? this.#behind : this.#waited).push(key);
    if (isBehind) return;
    if (this.#underWay.size === 0) this.#waits.push({ isWrite: false });
    this.#underWay.add(sent.requestId);
    this.#mostAtOnce = Math.max(this.#mostAtOnce, this.#underWay.size);
    const wait = this.#waits.at(-1);
    if (wait !== undefined && WRITE.test(key)) wait.isWrite = true;
  }
}

interface Listener {
  started(sent: SentCommand): void;
  ended(sent: Pick<SentCommand, 'requestId'>): void;
}

/** Reports each command that a client of this process sends, if its URL has `monitorCommands=true`. Returns what ends it. */
function onCommands(listener: Listener): () => void {
  // The events of commands have this form; the others are only passed on.
  const prototype = MongoClient.prototype as { emit(event: string, about: SentCommand): boolean };
  const { emit } = prototype;
  prototype.emit = function (this: unknown, event, about): boolean {
    if (event === 'commandStarted') listener.started(about);
    if (event === 'commandSucceeded' || event === 'commandFailed') listener.ended(about);
    return Reflect.apply(emit, this, [event, about]);
  };
  return () => {
    prototype.emit = emit;
  };
}

function keyOf({ commandName, command }: SentCommand): string {
  const many = JSON.stringify(command['updates'] ?? command['deletes'] ?? command['filter'] ?? '').includes(
    '"_id":{"$in"',
  )
    ? 'Many'
    : '';
  return `${[command[commandName], ...unitedWith(command)].join('+')}.${commandName}${many}`;
}

/** The other collections that an `aggregate` reads. */
function unitedWith({ pipeline }: SentCommand['command']): readonly unknown[] {
  const stages = Array.isArray(pipeline)
    ? (pipeline as readonly { readonly $unionWith?: { readonly coll: unknown } }[])
    : [];
  return stages.flatMap(({ $unionWith }) => ($unionWith === undefined ? [] : [$unionWith.coll]));
}

function counted(keys: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
