import { intact, type MailEntry, type MailQueue } from '@algotheque/domain';
import { copyOf } from '../copyOf.ts';
import { MemoryData } from '../memoryData.ts';

const byName = (one: MailEntry, other: MailEntry): number => (one.name < other.name ? -1 : 1);

export function memoryMailQueue(data: MemoryData = new MemoryData()): MailQueue {
  const { mails } = data;
  const read = (entry: MailEntry) => data.read('mails', entry.name, entry);
  const dueAtOf = ({ dueAt }: MailEntry): number => dueAt ?? Number.NaN; // no comparison with it is true
  return {
    async add(entry) {
      if (!mails.has(entry.name)) mails.set(entry.name, copyOf(entry));
    },
    async listDue({ by, ahead, limit }, onDamaged) {
      const all = [...mails.values()];
      all.sort((one, other) => one.rank - other.rank || dueAtOf(one) - dueAtOf(other) || byName(one, other));
      const beyond = all.filter((entry) => dueAtOf(entry) > ahead);
      const due = [...all.filter((entry) => dueAtOf(entry) <= by), ...beyond];
      return intact(due, read, { limit, onDamaged });
    },
    async list({ after, limit }, onDamaged) {
      const found = [...mails.values()].filter(({ name }) => name > after);
      return intact(found.sort(byName), read, { limit, onDamaged });
    },
    async nextDue(after) {
      const dates = [...mails.values()].map(dueAtOf).filter((dueAt) => dueAt > after);
      return dates.length === 0 ? null : Math.min(...dates);
    },
    async replace(entry) {
      if (mails.get(entry.name)?.version !== entry.version - 1) return false;
      mails.set(entry.name, copyOf(entry));
      return true;
    },
    async remove({ name, version }) {
      if (mails.get(name)?.version !== version) return false;
      data.removed('mails', name);
      return mails.delete(name);
    },
    async waiting() {
      const all = [...mails.values()].filter(({ rank }) => rank > 0);
      const dates = all.filter(({ dueAt }) => dueAt !== null).map(({ date }) => date);
      const oldest = dates.length === 0 ? null : Math.min(...dates);
      return { count: dates.length, givenUp: all.length - dates.length, oldest };
    },
    async health() {},
  };
}
