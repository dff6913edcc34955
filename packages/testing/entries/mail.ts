export * from '../../adapters-mail/test/certificate.ts';
export * from '../../adapters-mail/test/smtpServers.ts';
export * from '../../adapters-mail/test/verifyDkim.ts';
export { newMail } from '../../domain/testkit/suites/samples.ts';
