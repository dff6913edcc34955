export { type Local, type LocalOptions, openLocal } from './openLocal.ts';
export { SettingsError, StartError } from './startError.ts';
