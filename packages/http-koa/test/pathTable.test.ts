import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { groupFinder } from '../src/groups.ts';
import { PathTable } from '../src/routes/pathTable.ts';
import { headerValues } from '../src/transport/headerValues.ts';

describe('a table of paths', () => {
  const patterns = ['/u/:id', '/u/login', '/u/:id/:part', '/u/recover/:token', '/u', '/w/:id', '/w/:id/rights'];
  const table = new PathTable(patterns.map((pattern) => [pattern, `target of ${pattern}`]));
  const found = (path: string) => {
    const match = table.find(path);
    return match && [match.pattern, match.params];
  };

  it('prefers the pattern with the fewest parameters, and lets a path end with one slash', () => {
    expect(table.find('/u/login')?.target).toBe('target of /u/login');
    expect(found('/u/login/')).toEqual(['/u/login', {}]);
    expect(found('/u/7')).toEqual(['/u/:id', { id: '7' }]);
    expect(found('/u/7/')).toEqual(['/u/:id', { id: '7' }]);
    expect(found('/u/recover/x')).toEqual(['/u/recover/:token', { token: 'x' }]);
    expect(found('/u/other/x')).toEqual(['/u/:id/:part', { id: 'other', part: 'x' }]);
    expect(found('/u')).toEqual(['/u', {}]);
    expect(found('/w/1/rights')).toEqual(['/w/:id/rights', { id: '1' }]);
  });

  it.each(['', '/', '/u//', '/u//7', '//u/7', '/U/7', '/w', '/w/', '/w//rights', '/w/1/Rights', '/u/1/2/3', '/%75/7'])(
    'finds nothing at "%s"',
    (path) => {
      expect(table.find(path)).toBe(null);
    },
  );

  it('decodes parameters, and leaves malformed ones as they are', () => {
    expect(found('/u/a%20b%2Fc')).toEqual(['/u/:id', { id: 'a b/c' }]);
    expect(found('/u/%zz')).toEqual(['/u/:id', { id: '%zz' }]);
    expect(found('/u/__proto__')).toEqual(['/u/:id', { id: '__proto__' }]);
  });

  it('takes no path for a shorter one with as many slashes as it splits', () => {
    expect(found(`/u${'/'.repeat(100_000)}`)).toBe(null);
    expect(found(`/u/7${'/x'.repeat(100_000)}`)).toBe(null);
  });
});

describe('the group of a path', () => {
  const groupOf = groupFinder({ users: '/api', algos: '/api/algos' });

  it('is that of the longest prefix', () => {
    const paths = [
      '/api',
      '/api/',
      '/api/7',
      '/api/algos',
      '/api/algos/7',
      '/api/algosx',
      '/apix',
      '/',
      '/api%2Falgos',
    ];
    expect(paths.map(groupOf)).toEqual(['users', 'users', 'users', 'algos', 'algos', 'users', 'root', 'root', 'root']);
  });
});

describe('the values of a header', () => {
  const rawHeaders = ['HOST', 'a', 'Accept', 'x', 'host', 'b', 'Hosts', 'c'];

  it('are those of every header of the name, in any case of letters', () => {
    const request = { rawHeaders } as IncomingMessage; // the table reads nothing else
    expect(headerValues(request, 'host')).toEqual(['a', 'b']);
    expect(headerValues(request, 'accept')).toEqual(['x']);
    expect(headerValues(request, 'authorization')).toEqual([]);
  });
});
