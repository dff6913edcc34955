import * as v from 'valibot';
import type { AuthenticatedCaller, Caller } from './caller.ts';
import type { FurtherRule, Input } from './inputs/input.ts';
import type { Policy } from './policy.ts';
import { type ErrorCode, Responses } from './responses.ts';

/**
 * The declaration of a use case. The types of `Service`, the reading of inputs and the description of the API
 * come from it.
 */
export interface Operation {
  /** The name of the use case's class. The method of `Service` has the same name with a small first letter. */
  readonly name: string;
  /** What the operation does, for readers of the API reference. */
  readonly summary: string;
  /** Whether Authenticate must have accepted the caller. */
  readonly caller: 'anybody' | 'authenticated';
  /** Null for an operation without input. */
  readonly input: Input | null;
  /** Rules that depend on the policy. Their violations are reported with those of the schema. */
  readonly further?: (policy: Policy) => FurtherRule;
  /** The schema of the result; null for none. */
  readonly output: v.GenericSchema | null;
  /** The failures of the use case itself; `failuresOf` adds those that follow from the declaration. */
  readonly failures: readonly ErrorCode[];
}

/** Checks a declaration and keeps its exact type. */
export const operation = <const Declared extends Operation>(declared: Declared): Declared => declared;

/** The schema of an output that is an object of this process, and is never sent as JSON. */
export const inProcess = <Value>() => v.custom<Value>(() => true);

const { Unauthorized, Unavailable } = Responses.General;

/** Every identifier that the operation can reject with. It can also reject with DamagedError; all other errors are bugs. */
export function failuresOf({ caller, input, failures }: Operation): readonly ErrorCode[] {
  const ofCaller = caller === 'authenticated' ? [Unauthorized] : [];
  return [...new Set([...ofCaller, ...(input?.failures ?? []), ...failures, Unavailable])];
}

/** Without the fields that the service sets itself (`setByService`), at any depth. */
type Offered<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? { [Name in keyof Value as Value[Name] extends undefined ? never : Name]: Offered<Value[Name]> }
    : Value;

/** The input as an embedder passes it. */
type Sent<Declared extends Operation> =
  Declared['input'] extends Input<infer Schema> ? Offered<v.InferInput<Schema>> : undefined;

/** The input as the use case gets it. */
export type Received<Declared extends Operation> =
  Declared['input'] extends Input<infer Schema> ? v.InferOutput<Schema> : undefined;

type Outcome<Declared extends Operation> = Declared['output'] extends v.GenericSchema
  ? Promise<v.InferOutput<Declared['output']>>
  : Promise<void>;

/** Does the work of an operation. Its input was read by the declaration, and its caller was checked. */
export interface UseCase<Declared extends Operation> {
  execute(
    input: Received<Declared>,
    caller: Declared['caller'] extends 'authenticated' ? AuthenticatedCaller : Caller,
  ): Outcome<Declared>;
}

type CallerArgument<Declared extends Operation> = Declared['caller'] extends 'authenticated'
  ? [caller: Caller]
  : [caller?: Caller];

/** The method of `Service` that an operation is. */
export type Method<Declared extends Operation> = Declared['input'] extends null
  ? (...given: CallerArgument<Declared>) => Outcome<Declared>
  : (input: Sent<Declared>, ...given: CallerArgument<Declared>) => Outcome<Declared>;
