import type { CheckRun, StoreCheck, StoreFinding } from '@algotheque/domain';

/** What a check finds; it may mend nothing, unless the run says so. */
export async function findingsOf(check: StoreCheck | undefined, run: Partial<CheckRun> = {}): Promise<StoreFinding[]> {
  const findings: StoreFinding[] = [];
  const whole = { keepAside: null, now: Date.now, reach() {}, ...run };
  for await (const finding of check?.run(whole) ?? []) findings.push(finding);
  return findings;
}
