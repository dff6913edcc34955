import { createService, type OnProblem, type Service } from '@algotheque/domain';
import type { Backend } from '../../../src/backend.ts';

/** The service on an open backend, without its sweeper. */
export const openedService = (backend: Backend, onProblem: OnProblem): Service =>
  createService(backend.ports, { policy: backend.policy, onProblem });
