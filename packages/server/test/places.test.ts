import { describe, expect, it } from 'vitest';
import { ownedFolders, placesOf } from '../src/places.ts';
import { loadSettings } from '../src/settings/loadSettings.ts';
import { kindOf } from '../src/stores/drivers.ts';

const places = (env: Record<string, string>) => placesOf(loadSettings({ ALGOTHEQUE_DATA_DIR: '/d', ...env }));

describe('places', () => {
  it('keeps everything in the data folder by default', () => {
    expect(places({})).toEqual({
      dataDir: '/d',
      store: { kind: kindOf('sqlite:'), url: 'sqlite:/d/algotheque.db', path: '/d/algotheque.db' },
      contentDir: '/d/algos',
      mail: { dir: '/d/outbox', smtp: null },
    });
    expect(ownedFolders(places({}))).toEqual(['/d', '/d/algos']);
  });

  it('accepts paths with and without leading slashes', () => {
    const found = places({ ALGOTHEQUE_STORE_URL: 'sqlite:/s/x.db', ALGOTHEQUE_FILES_URL: 'file:///f' });
    expect(found).toMatchObject({ store: { path: '/s/x.db' }, contentDir: '/f' });
    expect(ownedFolders(found).sort()).toEqual(['/d', '/f', '/s']);
  });

  it('has the mail server if one is set', () => {
    expect(places({ ALGOTHEQUE_MAIL_URL: 'smtp://mail:25' }).mail).toEqual({
      dir: '/d/outbox',
      smtp: 'smtp://mail:25',
    });
  });

  it('accepts content in MongoDB only with records in MongoDB', () => {
    expect(() => places({ ALGOTHEQUE_FILES_URL: 'mongodb:' })).toThrow('ALGOTHEQUE_FILES_URL');
    const both = places({ ALGOTHEQUE_FILES_URL: 'mongodb:', ALGOTHEQUE_STORE_URL: 'mongodb://localhost/x' });
    expect(both).toMatchObject({ store: { kind: { name: 'MongoDB' }, path: null }, contentDir: null });
  });

  it.each(['sqlite:', 'sqlite:a\0b'])('refuses the path of %j', (url) => {
    expect(() => places({ ALGOTHEQUE_STORE_URL: url })).toThrow('ALGOTHEQUE_STORE_URL');
  });

  it('does not treat a folder beside another as one within it', () => {
    expect(ownedFolders(places({ ALGOTHEQUE_FILES_URL: 'file:/data2/algos' })).sort()).toEqual(['/d', '/data2/algos']);
    expect(ownedFolders(places({ ALGOTHEQUE_FILES_URL: 'file:/dd' })).sort()).toEqual(['/d', '/dd']);
  });
});
