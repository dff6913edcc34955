/**
 * Whether this is an error, also one of another realm. Jest and `node:vm` run a program in a realm of its own, whose `Error` is not that of
 * Node's modules: there `instanceof Error` is false for what they throw.
 */
export function isError(value: unknown): value is Error {
  return value instanceof Error || Object.prototype.toString.call(value) === '[object Error]';
}
