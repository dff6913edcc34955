export * from '../../adapters-sqlite/test/support/rawFile.ts';
