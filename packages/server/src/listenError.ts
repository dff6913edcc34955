import { SettingsError } from './settings/loadSettings.ts';
import { errorCode } from './startError.ts';

/** Ports below this one take a right to listen on. */
const UNPRIVILEGED = 1_024;

/** What the system says of an address that cannot be listened on, with the setting that it came from. */
export function listenError(error: unknown, { host, port }: { readonly host: string; readonly port: number }): unknown {
  if (!(error instanceof Error) || !('syscall' in error)) return error;
  const code = errorCode(error);
  if (code === 'EADDRINUSE') return new SettingsError(`PORT: ${port} is taken on ${host} (${code})`, { cause: error });
  if (code === 'EACCES' && port > 0 && port < UNPRIVILEGED) {
    return new SettingsError(`PORT: this user may not listen on ${port} (${code})`, { cause: error });
  }
  return new SettingsError(`HOST: nobody can listen on ${host} here (${code})`, { cause: error });
}
