export * from '../../server/test/support/httpFixture.ts';
export * from '../../server/test/support/serverProcess.ts';
