import { createRequire } from 'node:module';

type Json = Readonly<Record<string, unknown>>;

/** The part of the driver that is used here. */
export interface Database {
  command(command: Json): Promise<Json>;
  collection(name: string): { find(query?: Json): AsyncIterable<Json> };
  listCollections(): { toArray(): Promise<readonly { readonly name: string }[]> };
}

interface Client {
  db(name?: string): Database;
  close(): Promise<void>;
}

interface Driver {
  readonly MongoClient: {
    new (url: string): Client;
    readonly prototype: { emit(event: string, about: unknown): boolean };
  };
  readonly BSON: { calculateObjectSize(document: Json): number };
}

// The driver of the adapter: another copy would not see its commands. It is not a dependency of the workspace root, so
// its types are declared above.
export const driver = createRequire(import.meta.resolve('@algotheque/adapters-mongo'))('mongodb') as Driver;

export interface SentCommand {
  readonly requestId: number;
  /** `find`, `insert`, `update`, `delete`, `findAndModify`, … */
  readonly commandName: string;
  /** Its first element has the name of the command as key and the collection as value. */
  readonly command: Json;
}

interface Listener {
  started(sent: SentCommand): void;
  ended(sent: Pick<SentCommand, 'requestId'>): void;
}

/** Reports each command that a client of this process sends, if its URL has `monitorCommands=true`. Returns what ends it. */
export function onCommands(listener: Listener): () => void {
  const { prototype } = driver.MongoClient;
  const { emit } = prototype;
  prototype.emit = function (this: unknown, event: string, ...about: [SentCommand]): boolean {
    if (event === 'commandStarted') listener.started(...about);
    if (event === 'commandSucceeded' || event === 'commandFailed') listener.ended(...about);
    return Reflect.apply(emit, this, [event, ...about]);
  };
  return () => {
    prototype.emit = emit;
  };
}
