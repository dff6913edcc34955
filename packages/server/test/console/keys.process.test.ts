import { describeInBrowser } from '@algotheque/testing/browser';
import { accountKeyFlows } from './accountKeyFlows.ts';
import { listKeyFlows } from './listKeyFlows.ts';
import { useConsole } from './world.ts';

describeInBrowser('the console by keys alone', () => {
  const world = useConsole();

  listKeyFlows(() => world);
  accountKeyFlows(() => world);
});
