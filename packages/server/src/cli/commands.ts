import { backup, restore } from './commands/backup.ts';
import { beginAnew } from './commands/beginAnew.ts';
import { completion } from './commands/completion.ts';
import { doctor } from './commands/doctor.ts';
import { mail } from './commands/mail/mail.ts';
import { migrate } from './commands/migrate.ts';
import { openapi } from './commands/openapi.ts';
import { serve } from './commands/serve.ts';
import { user } from './commands/user/user.ts';
import type { CommandNode } from './declaration.ts';

/** All commands, in the order of the help. Help, completion and docs/cli.md follow from it. */
export const COMMANDS: readonly CommandNode[] = [
  serve,
  user,
  mail,
  backup,
  restore,
  migrate,
  beginAnew,
  doctor,
  openapi,
  completion,
];
