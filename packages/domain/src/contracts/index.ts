export type { Fixture, OpenFixture, Runner } from './runner.ts';
