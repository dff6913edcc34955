import type { CommandGroup } from '../../declaration.ts';
import { drop } from './drop.ts';
import { list } from './list.ts';
import { preview } from './preview.ts';
import { retry } from './retry.ts';
import { test } from './test.ts';

export const mail: CommandGroup = {
  name: 'mail',
  summary: 'Tests the mail server, and manages mails that wait or were given up.',
  details: ['Settings are those of the server, from the environment. A server may run meanwhile.'],
  commands: [test, preview, list, retry, drop],
};
