export * from '../../client/test/support/inBrowser.ts';
