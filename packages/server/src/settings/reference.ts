import * as v from 'valibot';
import { SETTINGS } from './schema.ts';
import type { Setting } from './setting.ts';

export function settingsHelp(): string {
  return Object.entries<Setting>(SETTINGS)
    .map(([name, setting]) => `  ${name}${defaultAndRange(setting)}\n      ${plain(setting.meaning)}`)
    .join('\n');
}

function defaultAndRange(setting: Setting): string {
  const parts = [setting.default ?? '', rangeOf(setting)].filter((part) => part !== '');
  return parts.length === 0 ? '' : ` (${parts.join('; ')})`;
}

const plain = (markdown: string): string => markdown.replaceAll('`', '');

export const rangeOf = ({ schema }: Setting): string => v.getDescription(schema) ?? '';
