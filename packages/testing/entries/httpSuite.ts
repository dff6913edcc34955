export * from '../../http-koa/test/suite/index.ts';
