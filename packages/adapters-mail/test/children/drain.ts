/** Drains a spool to a mail server until it is killed. */
import { startSmtpWorker } from '../../src/index.ts';

const [, , dir = '', url = ''] = process.argv;
startSmtpWorker({ dir, url });
