/**
 * How many connections may wait to be accepted. A client that finds the queue full tries again after a second (RFC
 * 6298, 2.1), so it is larger than the number of open connections. Linux limits it to `net.core.somaxconn`, by
 * default the same number.
 */
export const BACKLOG = 4_096;
