import { algoHistoryContract } from '@algotheque/domain/contracts';
import { describe, it } from 'vitest';
import { openHistoryFixture } from './support/fixtureOf.ts';

algoHistoryContract({ describe, it }, openHistoryFixture);
