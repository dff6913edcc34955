import { createRequire } from 'node:module';

type Json = Readonly<Record<string, unknown>>;

/** What is used here of the driver. */
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

// The adapter's own driver: another copy would see nothing of its commands. It is no dependency of the workspace, so
// its types are named above.
export const driver = createRequire(import.meta.resolve('@algotheque/adapters-mongo'))('mongodb') as Driver;

export interface SentCommand {
  /** `find`, `insert`, `update`, `delete`, `findAndModify`, … */
  readonly commandName: string;
  /** Its first element is the command's name with the collection. */
  readonly command: Json;
}

/** Tells of each command that a client of this process sends, where its URL says `monitorCommands=true`. */
export function onCommand(listener: (sent: SentCommand) => void): void {
  const { prototype } = driver.MongoClient;
  const { emit } = prototype;
  prototype.emit = function (this: unknown, event: string, ...about: [SentCommand]): boolean {
    if (event === 'commandStarted') listener(...about);
    return Reflect.apply(emit, this, [event, ...about]);
  };
}
