import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { serviceMetrics } from '../../src/telemetry/serviceMetrics.ts';

it('what the service does is counted by its kind, and what was not done yet is 0', async () => {
  const registry = new Registry();
  const observer = serviceMetrics(registry);
  for (const isCached of [true, false, true]) observer.onContentRead?.(isCached);
  observer.onResumed?.('shares');
  const text = await registry.metrics();
  expect(text).toContain('algotheque_content_cache_reads_total{result="hit"} 2');
  expect(text).toContain('algotheque_content_cache_reads_total{result="miss"} 1');
  expect(text).toContain('algotheque_work_resumed_total{kind="shares"} 1');
  expect(text).toContain('algotheque_work_resumed_total{kind="content"} 0');
});
