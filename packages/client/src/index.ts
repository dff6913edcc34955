export { ApiError, type Failure, isFailureOf } from './apiError.ts';
export { type AlgoChange, type ChangeOptions, changeAlgo } from './changeAlgo.ts';
export { type Client, type ClientOptions, createClient, type Prefixes } from './client.ts';
export { type ListOptions, listAlgoPages, listAlgos, nextAfter } from './listAlgos.ts';
export type {
  Answer,
  ClientCode,
  DataOf,
  FailureCode,
  FailureData,
  MessageOf,
  Operation,
  RequestArgument,
  RequestOf,
  Schemas,
} from './operationTypes.ts';
export { type SearchOptions, searchAlgoPages, searchAlgos } from './searchAlgos.ts';
export { type WithOwner, withOwners } from './withOwners.ts';
