export { type MailSpool, type MailSpoolOptions, openMailSpool, type SpooledMail } from './mailSpool.ts';
export type { DeliveryTimeouts } from './smtpSender.ts';
export { parseSmtpUrl } from './smtpUrl.ts';
export { DEFAULT_TIMEOUTS, type SmtpWorker, type SmtpWorkerOptions, startSmtpWorker } from './smtpWorker.ts';
