import type { RoundLog } from '@algotheque/domain';
import { MemoryData } from '../memoryData.ts';

export function memoryRoundLog(data: MemoryData = new MemoryData()): RoundLog {
  return {
    last: async () => data.lastRound,
    async record(date) {
      data.lastRound = date;
    },
    async health() {},
  };
}
