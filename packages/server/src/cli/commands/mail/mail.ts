import type { CommandGroup } from '../../declaration.ts';
import { test } from './test.ts';

export const mail: CommandGroup = {
  name: 'mail',
  summary: 'Tests the mail server.',
  details: ['Settings are those of the server, from the environment. A server may run meanwhile.'],
  commands: [test],
};
