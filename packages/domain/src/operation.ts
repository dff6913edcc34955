import * as v from 'valibot';
import type { AuthenticatedCaller, Caller } from './caller.ts';
import type { AccountsContext, Context } from './context.ts';
import type { FurtherRule, Input } from './input.ts';
import type { Policy } from './policy.ts';
import { type ErrorCode, Responses } from './responses.ts';

export type CallerKind = 'anybody' | 'authenticated';

export type OutputSchema = v.GenericSchema | null;

/** A use case as it is written: what is absent is none. */
export interface Written<
  Kind extends CallerKind,
  In extends Input | null = null,
  Out extends OutputSchema = null,
  Used = Context,
> {
  /** What the operation does, for readers of the API reference. */
  readonly summary: string;
  /** Whether `authenticate` must have accepted the caller. */
  readonly caller: Kind;
  readonly input?: In;
  /** Rules that depend on the policy. Their violations are reported with those of the schema. */
  readonly further?: (policy: Policy) => FurtherRule;
  /** The schema of the result. */
  readonly output?: Out;
  /** The failures of the use case itself; `failuresOf` adds those that follow from the declaration. */
  readonly failures?: readonly ErrorCode[];
  /** The work. Its input was read by the declaration, and its caller was checked. */
  run(input: ReceivedBy<In>, caller: CallerOf<Kind>, context: Used): Outcome<Out>;
}

/** A use case: what it takes and returns, and its work. Null for an operation without input, and for one without a result. */
export interface Declaration<Kind extends CallerKind, In extends Input | null, Out extends OutputSchema, Used = Context>
  extends Written<Kind, In, Out, Used> {
  readonly input: In;
  readonly output: Out;
  readonly failures: readonly ErrorCode[];
}

export interface Operation<Used = Context>
  extends Omit<Declaration<CallerKind, Input | null, OutputSchema, Used>, 'run'> {
  run(input: unknown, caller: Caller, context: Used): Promise<unknown>;
}

/** Checks a declaration and keeps its exact type. */
export const operation = <
  const Kind extends CallerKind,
  const In extends Input | null = null,
  const Out extends OutputSchema = null,
  Used = Context,
>(
  written: Written<Kind, In, Out, Used>,
): Declaration<Kind, In, Out, Used> =>
  ({ input: null, output: null, failures: [], ...written }) as Declaration<Kind, In, Out, Used>; // In and Out are null where absent

/** The same of the administration, which anybody may use who can reach it. */
export const accountsOperation = <const In extends Input | null = null, const Out extends OutputSchema = null>(
  written: Omit<Written<'anybody', In, Out, AccountsContext>, 'caller'>,
) => operation({ ...written, caller: 'anybody' });

/** The schema of an output that is an object of this process, and is never sent as JSON. */
export const inProcess = <Value>() => v.custom<Value>(() => true);

/** The schema of an output that is a list, which nobody changes. */
export const listOf = <Row extends v.GenericSchema>(
  row: Row,
): v.GenericSchema<readonly Readonly<v.InferOutput<Row>>[]> => v.array(row);

const { Unauthorized, Unavailable } = Responses.General;

/** It can also reject with DamagedError; all other errors are bugs. */
export function failuresOf({
  caller,
  input,
  failures,
}: Pick<Operation, 'caller' | 'input' | 'failures'>): readonly ErrorCode[] {
  const ofCaller = caller === 'authenticated' ? [Unauthorized] : [];
  return [...new Set([...ofCaller, ...(input?.failures ?? []), ...failures, Unavailable])];
}

/** Without the fields that the service sets itself (`setByService`), at any depth. */
type Offered<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? { [Name in keyof Value as Value[Name] extends undefined ? never : Name]: Offered<Value[Name]> }
    : Value;

type CallerOf<Kind extends CallerKind> = Kind extends 'authenticated' ? AuthenticatedCaller : Caller;

type ReceivedBy<In> = In extends Input<infer Schema> ? v.InferOutput<Schema> : undefined;

type Outcome<Out> = Promise<Out extends v.GenericSchema ? v.InferOutput<Out> : void>;

type Sent<In> = In extends Input<infer Schema> ? Offered<v.InferInput<Schema>> : undefined;

type CallerArgument<Declared extends Pick<Operation, 'caller'>> = Declared['caller'] extends 'authenticated'
  ? [caller: Caller]
  : [caller?: Caller];

export type Method<Declared extends Pick<Operation, 'caller' | 'input' | 'output'>> = Declared['input'] extends null
  ? (...given: CallerArgument<Declared>) => Outcome<Declared['output']>
  : (input: Sent<Declared['input']>, ...given: CallerArgument<Declared>) => Outcome<Declared['output']>;
