import { describe, expect, it } from 'vitest';
import { memoryPorts } from '../../../testkit/memory/index.ts';
import * as suites from '../../../testkit/suites/index.ts';
import { brokenAlgos } from './broken/algos.ts';
import { brokenAuditLogs } from './broken/auditLog.ts';
import { brokenBin } from './broken/bin.ts';
import type { Broken } from './broken/broken.ts';
import { failedTests } from './broken/collectingRunner.ts';
import { brokenFiles } from './broken/content.ts';
import { brokenDrivers } from './broken/drivers.ts';
import { brokenDueWork } from './broken/dueWork.ts';
import { brokenFoldedEmails } from './broken/foldedEmails.ts';
import { brokenFolders } from './broken/folders.ts';
import { brokenHistory } from './broken/history.ts';
import { brokenLimiters } from './broken/limits.ts';
import { brokenMailQueues } from './broken/mailQueues.ts';
import { brokenMailers, brokenMailTokens } from './broken/mails.ts';
import { brokenHashers } from './broken/passwords.ts';
import { brokenAccessTokens, brokenSessionStores } from './broken/sessions.ts';
import { brokenDeletions, brokenEvents, brokenPortables, brokenRounds } from './broken/upkeep.ts';
import { brokenUsers } from './broken/users.ts';

type Contract<Of> = (runner: suites.Runner, open: () => Promise<Of>) => void;

const CONTRACTS = Object.entries(suites).filter(([name]) => name.endsWith('Contract'));

/** How many broken implementations there are, by suite. */
const found = new Map<unknown, number>();

/** Each broken implementation fails the suite, in the test about the promise that it breaks. */
function finds<Of>(contract: Contract<Of>, variants: readonly Broken<Of>[]): void {
  found.set(contract, variants.length);
  const [name] = CONTRACTS.find(([, one]) => Object.is(one, contract)) ?? expect.fail('no contract');
  it.each(variants)(`${name} finds an implementation that $fault`, async ({ fails, open }) => {
    expect(await failedTests((runner) => contract(runner, open), fails)).not.toEqual([]);
  });
}

finds(suites.userRepositoryContract, brokenUsers);
finds(suites.dueWorkContract, brokenDueWork);
finds(suites.foldedEmailContract, brokenFoldedEmails);
finds(suites.algoRepositoryContract, brokenAlgos);
finds(suites.algoBinContract, brokenBin);
finds(suites.algoHistoryContract, brokenHistory);
finds(suites.folderRepositoryContract, brokenFolders);
finds(suites.sessionStoreContract, brokenSessionStores);
finds(suites.accessTokensContract, brokenAccessTokens);
finds(suites.contentStoreContract, brokenFiles);
finds(suites.passwordHasherContract, brokenHashers);
finds(suites.mailTokensContract, brokenMailTokens);
finds(suites.mailerContract, brokenMailers);
finds(suites.mailQueueContract, brokenMailQueues);
finds(suites.rateLimiterContract, brokenLimiters);
finds(suites.eventStoreContract, brokenEvents);
finds(suites.roundLogContract, brokenRounds);
finds(suites.deletionLogContract, brokenDeletions);
finds(suites.auditLogContract, brokenAuditLogs);
finds(suites.portableStoreContract, brokenPortables);
finds(suites.storeDriverContract, brokenDrivers);

describe('the contract suites', () => {
  it('exist for every port except clock and validator, for copies and drivers of stores, and for folded e-mails', () => {
    const ports = Object.keys(memoryPorts()).filter((port) => port !== 'clock' && port !== 'validator');
    expect(CONTRACTS).toHaveLength(ports.length + 3);
  });

  it.each(CONTRACTS)('are each tested with three broken implementations or more: %s', (_name, contract) => {
    expect(found.get(contract)).toBeGreaterThanOrEqual(3);
  });
});
