import { describeInBrowser } from '@algotheque/testing/browser';
import { afterAll, beforeAll } from 'vitest';
import { accountKeyFlows } from './accountKeyFlows.ts';
import { listKeyFlows } from './listKeyFlows.ts';
import { consoleWorld, type World } from './world.ts';

describeInBrowser('the console by keys alone', () => {
  let world: World;
  beforeAll(async () => {
    world = await consoleWorld();
  });
  afterAll(() => world.close());

  listKeyFlows(() => world);
  accountKeyFlows(() => world);
});
