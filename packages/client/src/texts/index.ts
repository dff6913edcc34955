export { en } from './en.ts';
export { fr } from './fr.ts';
export { type Texts, textOf } from './texts.ts';
