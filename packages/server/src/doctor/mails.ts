import type { Finding } from './codes.ts';
import { findingsIn } from './damaged.ts';
import type { Look } from './look.ts';

/** The mails that wait. */
export const checkMails = (look: Look): AsyncGenerator<Finding> => findingsIn(look, 'mail', { of: () => [] });

/** Where links of mails lead. */
export async function* checkLinks({ localLinks }: Look): AsyncGenerator<Finding> {
  if (localLinks !== null) yield { code: 'links-local', place: 'the settings', detail: localLinks };
}
