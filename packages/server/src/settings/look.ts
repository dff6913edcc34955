import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { consoleFolder } from '@algotheque/console';
import { isConsole, isLook } from '@algotheque/http-koa/options';
import { SettingsError } from '../startError.ts';
import { readBoundedText } from '../stores/textFile.ts';
import type { Settings } from './loadSettings.ts';

export const LOOK_FILE = 'look.css';

const MOST_BYTES = 65_536;

/** The CSS of an operator for pages and console, empty where there is none. @throws SettingsError */
export function lookOf({ ALGOTHEQUE_TEMPLATES: dir }: Settings): string {
  if (dir === null || !readdirSync(dir).includes(LOOK_FILE)) return '';
  const css = readBoundedText(join(dir, LOOK_FILE), MOST_BYTES, `ALGOTHEQUE_TEMPLATES: ${LOOK_FILE} cannot be read`);
  if (!isLook(css)) throw new SettingsError(`ALGOTHEQUE_TEMPLATES: ${LOOK_FILE} must not have "<" or NUL`);
  return css;
}

/** Whether people can work in a browser: the settings want it, and it is built. */
export const hasConsole = ({ ALGOTHEQUE_PAGES }: Settings): boolean =>
  ALGOTHEQUE_PAGES === 'all' && isConsole(consoleFolder);
