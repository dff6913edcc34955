import { consoleFolder } from '@algotheque/console';
import { isConsole } from '@algotheque/http-koa/options';
import type { Settings } from './loadSettings.ts';

/** Whether people can work in a browser: the settings want it, and it is built. */
export const hasConsole = ({ ALGOTHEQUE_PAGES }: Settings): boolean =>
  ALGOTHEQUE_PAGES === 'all' && isConsole(consoleFolder);
