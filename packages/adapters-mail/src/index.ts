export { type MailKeeper, type MailKeeperOptions, startMailKeeper } from './mailKeeper.ts';
export { type MailSpool, type MailSpoolOptions, openMailSpool, type SpooledMail } from './mailSpool.ts';
export type { Delivery, OnDelivery } from './smtpLane.ts';
export { DEFAULT_TIMEOUTS, type DeliveryTimeouts } from './smtpTimeouts.ts';
export { parseSmtpUrl } from './smtpUrl.ts';
export { type SmtpWorker, type SmtpWorkerOptions, startSmtpWorker } from './smtpWorker.ts';
export { type CheckedMail, checkMails } from './spoolCheck.ts';
export { type WaitingMails, waitingMails } from './waitingMails.ts';
