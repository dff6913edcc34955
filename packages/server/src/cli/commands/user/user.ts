import type { CommandGroup } from '../../declaration.ts';
import { confirm } from './confirm.ts';
import { create } from './create.ts';
import { deleteAccount } from './delete.ts';
import { disable } from './disable.ts';
import { enable } from './enable.ts';
import { list } from './list.ts';
import { sessions } from './sessions.ts';
import { setPassword } from './setPassword.ts';
import { show } from './show.ts';

export const user: CommandGroup = {
  name: 'user',
  summary: 'Manages accounts, for whoever runs the service.',
  details: [
    'Settings are those of the server, from the environment. Servers may run meanwhile: a command works through the server that uses the data folder, or else on the store itself. Each change is an audit event, one line of JSON: in the log of that server, or else on standard error.',
  ],
  commands: [list, show, create, confirm, setPassword, disable, enable, deleteAccount, sessions],
};
