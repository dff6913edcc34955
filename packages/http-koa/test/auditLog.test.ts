import type { AuditEvent } from '@algotheque/domain';
import { type AuditLogFixture, auditLogContract } from '@algotheque/domain/contracts';
import { describe, expect, it } from 'vitest';
import { createLogger } from '../src/index.ts';
import { pinoAuditLog } from '../src/logs/logger.ts';

interface AuditLine {
  readonly audit: Omit<AuditEvent, 'date'> & { readonly date: string };
}

async function openFixture(): Promise<AuditLogFixture> {
  let text = '';
  const write = (line: string) => {
    text += line;
  };
  return {
    port: pinoAuditLog(createLogger({ destination: { write } })),
    async events() {
      const lines = text.split('\n').filter((line) => line !== '');
      return lines.map((line) => {
        const { audit }: AuditLine = JSON.parse(line);
        return { ...audit, date: Date.parse(audit.date) };
      });
    },
  };
}

auditLogContract({ describe, it }, openFixture, {
  breakSink: 'a destination takes every line and never throws; lineOutput.test.ts shows that for standard output',
});

describe('the level of the log', () => {
  const written = (level: string) => {
    const lines: string[] = [];
    const logger = createLogger({ level, destination: { write: (line) => void lines.push(line) } });
    pinoAuditLog(logger).record({
      action: 'login.failed',
      date: 0,
      actorId: null,
      targetId: null,
      address: null,
      requestId: null,
    });
    logger.info('not audited');
    return lines;
  };

  it.each(['warn', 'error', 'fatal'])('%s leaves audit events out of nothing', (level) => {
    expect(written(level)).toEqual([expect.stringContaining('"audit":{')]);
  });

  it('silent leaves out all', () => {
    expect(written('silent')).toEqual([]);
  });
});
