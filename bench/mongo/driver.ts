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
  /** `find`, `insert`, `update`, `delete`, `findAndModify`, … */
  readonly commandName: string;
  /** Its first element has the name of the command as key and the collection as value. */
  readonly command: Json;
}

/** Reports each command that a client of this process sends, if its URL has `monitorCommands=true`. */
export function onCommand(listener: (sent: SentCommand) => void): void {
  const { prototype } = driver.MongoClient;
  const { emit } = prototype;
  prototype.emit = function (this: unknown, event: string, ...about: [SentCommand]): boolean {
    if (event === 'commandStarted') listener(...about);
    return Reflect.apply(emit, this, [event, ...about]);
  };
}
