import { join } from 'node:path';

// Builds the console after `npm ci`, so that `npm start` serves it. In JavaScript, because the Node that runs it may be older than that of
// the project. Without the packages for development there is nothing that can build it: the server starts, and says so.
const vite = await import('vite').catch((error) => {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  return null;
});
if (vite === null) console.log('The console for browsers is not built: that needs the packages for development');
else await vite.build({ configFile: join(import.meta.dirname, '../packages/console/vite.config.js') });
