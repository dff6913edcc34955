import type { Commands } from '../connection/commands.ts';

/** One round trip to the server that takes the writes. @throws UnavailableError */
export async function checkHealth(commands: Commands): Promise<void> {
  await commands.run('ping', (db) => db.command({ ping: 1 }));
}
