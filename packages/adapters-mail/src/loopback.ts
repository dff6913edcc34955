import { isIPv4 } from 'node:net';

/** Whether a host is this machine itself: `localhost`, a name below it, `127.0.0.0/8`, or `::1`, in brackets or without. */
export const isLoopback = (host: string): boolean =>
  /^(?:.+\.)?localhost$/i.test(host) || (isIPv4(host) && host.startsWith('127.')) || /^\[?::1\]?$/.test(host);
