import { algoBinContract, algoHistoryContract } from '@algotheque/domain/contracts';
import { describe, it } from 'vitest';
import { fixtureOf, openBinFixture } from './support/fixtureOf.ts';

const runner = { describe, it };

algoHistoryContract(
  runner,
  fixtureOf(({ history }) => history),
);
algoBinContract(runner, openBinFixture);
