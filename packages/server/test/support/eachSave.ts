import { DEFAULT_POLICY } from '@algotheque/domain';

/** Each save is a version of its own: tests save one after the other. */
export const EACH_SAVE = { history: { ...DEFAULT_POLICY.history, savesMs: 0 } };
