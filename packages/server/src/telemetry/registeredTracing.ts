import type { Tracing } from './openTracing.ts';

/** Where `@opentelemetry/api` keeps what was registered, so that all of its copies in a process find it. */
const REGISTERED = Symbol.for('opentelemetry.js.api.1');

/**
 * Tracing by the SDK that is registered now; null if there is none. Then nothing is loaded and nothing is wrapped, so requests cost what
 * they cost without tracing. An SDK registers itself before the server starts: `node --import ./tracing.js …`.
 */
export async function registeredTracing(): Promise<Tracing | null> {
  const registered: unknown = Reflect.get(globalThis, REGISTERED);
  if (Reflect.get(Object(registered), 'trace') === undefined) return null;
  const { openTracing } = await import('./openTracing.ts');
  return openTracing();
}
