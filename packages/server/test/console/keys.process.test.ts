import { accountKeyFlows } from './accountKeyFlows.ts';
import { listKeyFlows } from './listKeyFlows.ts';
import { describeConsole } from './world.ts';

describeConsole('the console by keys alone', (world) => {
  listKeyFlows(world);
  accountKeyFlows(world);
});
