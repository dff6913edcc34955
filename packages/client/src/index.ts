export { ApiError } from './apiError.ts';
export { type AlgoChange, type ChangeOptions, changeAlgo } from './changeAlgo.ts';
export { type Client, type ClientOptions, createClient } from './client.ts';
export { type Failure, isFailureOf } from './failure.ts';
export type { ClientCode } from './failureCodes.ts';
export { type ListOptions, listAlgoPages, listAlgos } from './listAlgos.ts';
export type {
  Answer,
  DataOf,
  FailureCode,
  FailureData,
  MessageOf,
  Operation,
  RequestOf,
  Schemas,
} from './operationTypes.ts';
export type { Prefixes } from './prefixes.ts';
