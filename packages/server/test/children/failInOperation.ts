/**
 * Makes the users and algorithms of the fault model, waits for its input to end, runs one operation, and then runs for
 * eleven minutes of its own clock. Prints three lines of JSON: the sessions by name, the outcome, the mails.
 */
import { readFileSync, writeSync } from 'node:fs';
import { DomainError } from '@algotheque/domain';
import { untyped } from '@algotheque/testing/worlds';
import { OPERATIONS } from '../support/faultModel/operations.ts';
import { addPeople } from '../support/faultModel/people.ts';
import { storesOn } from '../support/storesOn.ts';

const [dir = '', operation = ''] = process.argv.slice(2);
const { service, ports, clock, problems } = await storesOn(dir);
const { mailer } = ports;
const people = { ...(await addPeople({ service: untyped(service), ports, clock, problems })), mailer };
await service.settled();
say(people.sessions);
readFileSync(0);

say(await outcomeOf(async () => OPERATIONS[operation]?.operate(service, people)));
clock.advance(11 * 60_000);
await outcomeOf(() => service.resumeWork()); // it fails when the store has given up: then the next start does the work
await outcomeOf(() => service.settled());
say(mailer.sent);
setInterval(() => {}, 60_000); // until it is killed

async function outcomeOf(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
    return 'done';
  } catch (error) {
    return error instanceof DomainError ? error.code : String(error);
  }
}

function say(line: unknown): void {
  writeSync(1, `${JSON.stringify(line)}\n`);
}
