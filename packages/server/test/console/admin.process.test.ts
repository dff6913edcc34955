import { adminFlows } from './adminFlows.ts';
import { describeConsole } from './world.ts';

describeConsole('the part for owners of the service', adminFlows);
