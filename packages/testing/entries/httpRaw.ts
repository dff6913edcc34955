export * from '../../http-koa/test/support/raw.ts';
