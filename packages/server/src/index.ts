export { type Local, type LocalOptions, openLocal } from './openLocal.ts';
export { SettingsError } from './settings/loadSettings.ts';
export { StartError } from './startError.ts';
