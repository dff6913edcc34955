export * from '../../adapters-mongo/test/support/describeMongo.ts';
export * from '../../adapters-mongo/test/support/keepsMoments.ts';
export * from '../../adapters-mongo/test/support/keptDatabase.ts';
export * from '../../adapters-mongo/test/support/mongoFixture.ts';
export * from '../../adapters-mongo/test/support/mongoServer.ts';
export * from '../../adapters-mongo/test/support/pastTheAdapter.ts';
export * from '../../adapters-mongo/test/support/proxy.ts';
