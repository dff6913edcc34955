#!/usr/bin/env node
// Plain JavaScript, so that a Node too old for the rest says so instead of failing on its syntax.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Algotheque needs Node 22.18 or newer; this is ${process.version}. In its repository \`npm ci\` brings one along (unless optional packages are left out).`,
  );
  process.exit(1);
}
// Compiled code is kept beside what it was compiled from, not in the folder for temporary files, where others may write: the
// next start takes half the time. Where nothing can be written there is none.
const { enableCompileCache } = await import('node:module'); // since Node 22.1
enableCompileCache(`${import.meta.dirname}/../node_modules/.cache/compiled`);
// `npm start` reads `.env` of its folder, where there is one. A variable that the environment has wins.
if (process.env.npm_lifecycle_event === 'start' && process.argv[2] === 'serve') {
  try {
    const { readEnvFile } = await import('./envFile.js');
    for (const [name, value] of Object.entries(readEnvFile('.env'))) process.env[name] ??= value;
  } catch (error) {
    if (error.code !== 'ENOENT') {
      console.error(`algotheque: .env cannot be read: ${error.message}`);
      process.exit(1);
    }
  }
}
// Node reads the size of its thread pool when it uses the pool for the first time, which the import of `#cli` may do. Password hashes
// run there, and four threads stay free for files, as many as Node has by default.
const { availableParallelism } = await import('node:os');
const hashes = Number(process.env.ALGOTHEQUE_HASH_CONCURRENCY) || availableParallelism() + 2;
process.env.UV_THREADPOOL_SIZE ??= String(hashes + 4);
const { existsSync } = await import('node:fs');
const { endProcess, LAST_MOMENT_MS, run } = await import('#cli').catch((error) => {
  if (error.code !== 'ERR_MODULE_NOT_FOUND' || existsSync(`${import.meta.dirname}/../dist`)) throw error;
  console.error(
    'algotheque: this clone is not built. `npm run build` builds it; `npm start` and `npm run algotheque -- …` run its sources.',
  );
  process.exit(1);
});
// A full disk or a reader who is gone ends no command.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
process.exitCode = await run(process.argv.slice(2), process.env);
// Output that nobody takes, and what could not be closed, is waited for a moment only.
setTimeout(() => void endProcess(), LAST_MOMENT_MS).unref();
