import { describeInBrowser } from '@algotheque/testing/browser';
import { adminFlows, adminScreens } from './adminFlows.ts';
import { consoleWorld } from './world.ts';

describeInBrowser('the part for owners of the service', () => adminFlows(consoleWorld));

describeInBrowser('the screens for owners of the service', () => adminScreens(consoleWorld));
