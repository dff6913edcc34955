import { createClient } from '@algotheque/client';

const element = document.getElementById('console');
if (element === null) throw new Error('The page of the console has no element for it');

const { mount = '', name = '', users = '', algos = '', folders = '' } = element.dataset;

export const ROOT: HTMLElement = element;
/** The name of the service. */
export const SERVICE: string = name;
/** The path of the console. What is kept in the browser has it in its name, because an origin may have several consoles. */
export const BASE = `${mount}/app`;

export const client = createClient({
  url: location.origin + mount,
  prefixes: { users, algos, folders },
  session: 'cookie',
});
