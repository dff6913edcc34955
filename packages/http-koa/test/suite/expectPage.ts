import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { Reply } from './api.ts';

/** The `Accept` of browsers. */
export const BROWSER = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

/** Requires a complete page of this status and language, with no script, nothing from elsewhere, and a closed policy. */
export function expectPage(reply: Pick<Reply, 'status' | 'headers' | 'text'>, status: number, lang = 'en'): void {
  expect([reply.status, reply.headers.get('Content-Type')]).toEqual([status, 'text/html; charset=utf-8']);
  expect(reply.text).toMatch(new RegExp(`^<!doctype html>\n<html lang="${lang}">`));
  expect(reply.text).not.toMatch(/<script|\son\w+=|style=|https?:\/\//i);
  expect(reply.headers.get('Cache-Control')).toBe('no-store');
  expect(reply.headers.get('Referrer-Policy')).toBe('strict-origin');
  const style = /<style>(.*)<\/style>/s.exec(reply.text)?.[1] ?? '';
  expect(reply.headers.get('Content-Security-Policy')).toBe(
    `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; ` +
      "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  );
}
