import { UsageError } from '../startError.ts';

/** @throws UsageError when the value of the option is no number from 1 to `most` */
export function numberOption(option: string, text: string, most = Number.MAX_SAFE_INTEGER): number {
  if (/^[1-9]\d{0,15}$/.test(text) && Number(text) <= most) return Number(text);
  throw new UsageError(`--${option} must be a number from 1 to ${most}.`);
}
