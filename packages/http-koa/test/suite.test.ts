import { httpSuite } from './suite/index.ts';
import { memoryServer } from './support/memoryServer.ts';

httpSuite(async () => {
  const { api, mails, close } = await memoryServer();
  return { url: api.url, mails, close };
});
