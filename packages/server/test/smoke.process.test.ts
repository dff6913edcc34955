import { it } from 'vitest';
import { smokeSession } from './support/smokeSession.ts';

it('a session goes through a server on SQLite and files, and on after its next start', () => smokeSession());
