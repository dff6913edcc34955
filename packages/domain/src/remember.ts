/** Sets a value of a map that has at most `most` of them: the one that was set longest ago goes. */
export function remember<Key, Value>(
  map: Map<Key, Value>,
  key: Key,
  { value, most }: { readonly value: Value; readonly most: number },
): void {
  map.delete(key);
  map.set(key, value);
  const [oldest = key] = map.keys();
  if (map.size > most) map.delete(oldest);
}
