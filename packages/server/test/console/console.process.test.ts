import { consoleFlows } from './flows.ts';
import { describeConsole } from './world.ts';

describeConsole('the console', consoleFlows);
