import * as v from 'valibot';

const PLACE = /^(?:(?:(?<host>[^\s:[\]/@]+)|\[(?<ipv6>[\da-f:.]+(?:%[\w.-]+)?)\]):)?(?<port>\d{1,5})$/i;

/** `PORT`, without a host of its own, or `HOST:PORT`. */
export const listenPlace = v.pipe(
  v.string(),
  v.transform((value) => PLACE.exec(value)?.groups),
  v.check(
    (place) => Number(place?.['port'] ?? Number.NaN) <= 65_535,
    'PORT or HOST:PORT with a port from 0 to 65,535, an IPv6 address in brackets',
  ),
  v.transform((place) => ({ host: place?.['ipv6'] ?? place?.['host'] ?? null, port: Number(place?.['port']) })),
);
