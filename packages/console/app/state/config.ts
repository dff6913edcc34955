import { createClient } from '@algotheque/client';

const element = document.getElementById('console');
if (element === null) throw new Error('The page of the console has no element for it');

const { mount = '', name = '', users = '', algos = '', folders = '', admin = '' } = element.dataset;

export const ROOT: HTMLElement = element;
/** The name of the service. */
export const SERVICE: string = name;
/** The path that the service is mounted at. */
export const MOUNT: string = mount;
/** The path of the console. What is kept in the browser has it in its name, because an origin may have several consoles. */
export const BASE = `${mount}/app`;

export const client = createClient({
  url: location.origin + mount,
  prefixes: { users, algos, folders, admin },
  session: 'cookie',
});
