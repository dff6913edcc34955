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
    'Settings are those of the server, from the environment. On MongoDB with ALGOTHEQUE_FILES_URL=mongodb: servers may run meanwhile; a store in a folder is refused while a server uses it. Each change is an audit event, one line of JSON on standard error.',
  ],
  commands: [list, show, create, confirm, setPassword, disable, enable, deleteAccount, sessions],
};
