import { describeInBrowser } from '@algotheque/testing/browser';
import { consoleFlows } from './flows.ts';
import { consoleWorld } from './world.ts';

describeInBrowser('the console', () => consoleFlows(consoleWorld));
