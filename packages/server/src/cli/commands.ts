import { event } from './commands/event.ts';
import { mail } from './commands/mail.ts';
import { openapi, serve } from './commands/serve.ts';
import { backup, beginAnew, doctor, migrate, restore } from './commands/stores.ts';
import { user } from './commands/user.ts';
import type { CommandNode } from './declaration.ts';

/** All commands, in the order of the help. Help and docs/cli.md follow from it. */
export const COMMANDS: readonly CommandNode[] = [
  serve,
  user,
  mail,
  event,
  backup,
  restore,
  migrate,
  beginAnew,
  doctor,
  openapi,
];
