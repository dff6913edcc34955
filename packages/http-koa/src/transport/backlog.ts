/**
 * How many connections may wait to be accepted. A client that finds no room tries again after a second (RFC 6298, 2.1), so it
 * is more than may be open. Linux cuts it at `net.core.somaxconn`, which is as much.
 */
export const BACKLOG = 4_096;
