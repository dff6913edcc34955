export * from '../../domain/test/archives/support/archive.ts';
export * from '../../domain/test/support/crash.ts';
export * from '../../domain/test/support/held.ts';
export * from '../../domain/test/support/intercept.ts';
export * from '../../domain/test/support/interruption.ts';
export * from '../../domain/test/support/invariants.ts';
export * from '../../domain/test/support/stage.ts';
export * from '../../domain/test/support/world.ts';
