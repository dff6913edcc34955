import { consoleFolder } from '@algotheque/console';
import { isConsole } from '@algotheque/http-koa/options';
import type { Settings } from './loadSettings.ts';

/** Whether people can work in a browser: the settings want it, and it is built. */
export const hasConsole = ({ ALGOTHEQUE_CONSOLE }: Settings): boolean => ALGOTHEQUE_CONSOLE && isConsole(consoleFolder);
