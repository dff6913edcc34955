import { OPERATIONS, type Service } from '@algotheque/domain';
import { type Context, context, type Tracer, trace } from '@opentelemetry/api';
import { inSpan } from './inSpan.ts';

/** The same service. Each call of a method is a span with its name, the first letter large. */
export function tracedService(service: Service, tracer: Tracer): Service {
  const parents = new WeakMap<object, Context>();
  const methods = Object.keys(OPERATIONS).map((method) => {
    const name = method.charAt(0).toUpperCase() + method.slice(1);
    const run = Reflect.get(service, method) as (...given: readonly unknown[]) => unknown; // it is a method of the service
    const traced = (...given: readonly unknown[]): unknown => {
      const parent = parentOf(given.at(-1), parents);
      return inSpan(tracer.startSpan(name, {}, parent), parent, () => run(...given));
    };
    return [method, traced];
  });
  return { ...service, ...Object.fromEntries(methods) };
}

/**
 * The context of the caller's request. The later pages of a long list are read when the list is sent, outside of the work of its request:
 * they belong to the context of the first page.
 */
function parentOf(caller: unknown, parents: WeakMap<object, Context>): Context {
  const active = context.active();
  if (!isObject(caller)) return active;
  if (trace.getSpan(active) === undefined) return parents.get(caller) ?? active;
  parents.set(caller, active);
  return active;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
