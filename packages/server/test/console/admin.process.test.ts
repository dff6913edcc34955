import { describeInBrowser } from '@algotheque/testing/browser';
import { adminFlows } from './adminFlows.ts';
import { consoleWorld } from './world.ts';

describeInBrowser('the part for owners of the service', () => adminFlows(consoleWorld));
