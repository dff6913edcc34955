import { hash } from 'node:crypto';
import { damagedRecord, type PortableRows } from '@algotheque/domain';
import type { Finding } from '../codes.ts';
import type { Look } from '../look.ts';
import { placeOf, readRows, unlessDamaged } from './damaged.ts';
import { isUser } from './users.ts';

/** Every entry of the history: its values, its content, its owner. Its algorithm may be there or not. */
export async function* checkHistory(look: Look): AsyncGenerator<Finding> {
  for await (const { row, damage } of readRows(look, 'former')) {
    if (damage !== null) {
      yield damagedRecord(damage);
      continue;
    }
    const { id, ref, version, ownerId: owner } = row;
    look.known.uses('algo', id);
    look.known.uses('user', owner);
    const place = `${placeOf('former', ref)}: algorithm ${id}, version ${version}`;
    const problem = sourceProblem(row);
    if (problem !== null) yield { code: 'history-damaged', place, owner, detail: problem };
    if (!(await isUser(look, owner)) && (await isThere(look, row)))
      yield { code: 'history-without-owner', place, owner };
  }
}

/** What is wrong with the source code that an entry has. */
function sourceProblem({ ref, content, contentBytes }: PortableRows['former']): string | null {
  const bytes = Buffer.from(content);
  if (!ref.endsWith(hash('sha256', bytes))) return 'The content has another SHA-256';
  return bytes.length === contentBytes ? null : `The content has ${bytes.length} bytes, and not ${contentBytes}`;
}

/** Whether the store has the entry still: beside a running server it may have ended meanwhile. */
const isThere = async ({ history }: Look, { id, ref }: PortableRows['former']): Promise<boolean> =>
  (
    await unlessDamaged(
      history.list(id, () => {}),
      [],
    )
  ).some((former) => former.ref === ref);
