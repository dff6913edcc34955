import { memorySet } from '../adapterSets/memorySet.ts';
import type { ModelledOperation } from '../faultModel/operations.ts';
import { stageOn } from '../faultModel/stageOn.ts';
import { type State, stateOf } from '../faultModel/state.ts';

/** The states before and after an operation; all adapters have the same. */
export async function statesAround({
  operate,
  orElse,
}: ModelledOperation): Promise<{ readonly old: State; readonly good: readonly State[] }> {
  const stage = await stageOn(memorySet());
  const { service, people, stop } = await stage.open();
  await operate(service, people);
  await service.settled();
  const after = stateOf(await stop(), people.sessions);
  const old = stateOf(stage.before, people.sessions);
  return { old, good: [after, ...[orElse?.(after, old) ?? []].flat()] };
}
