// The declaration of every operation of `Administration`, under the name of its method. They check no rights: they are for operators
// of the service, and have no routes. Every value that these files export is an operation.
export * from './accountSessions.ts';
export * from './accountState.ts';
export * from './countAccountShares.ts';
export * from './createAccount.ts';
export * from './deleteAccount.ts';
export * from './exportAccount.ts';
export * from './findAccount.ts';
export * from './listAccounts.ts';
export * from './queuedMails.ts';
export * from './setAccountEmail.ts';
export * from './setAccountPassword.ts';
