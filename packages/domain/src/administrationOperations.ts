// The declaration of every operation of `Administration`, under the name of its method. They check no rights: they are for operators
// of the service, and have no routes. Every value that these files export is an operation.

export * from './archives/exportAccount.ts';
export * from './emails/queuedMails.ts';
export * from './listEvents.ts';
export * from './sessions/accountSessions.ts';
export { listAccounts } from './users/accountPages.ts';
export * from './users/accounts.ts';
export * from './users/changeAccount.ts';
export * from './users/deleteAccount.ts';
