import { storeDriverContract } from '@algotheque/domain/contracts';
import { memoryContentFolder } from '@algotheque/domain/memory';
import { describe, it } from 'vitest';
import { mongoDriver } from '../../src/index.ts';
import { describeMongo } from '../support/describeMongo.ts';
import { keepsMoments } from '../support/keepsMoments.ts';
import { openScratch } from '../support/mongoFixture.ts';

describeMongo('the contract of the driver on MongoDB', ({ server }) => {
  const open = async (hasFolder: boolean) => {
    const { url, db, close } = await openScratch(server());
    const secret = 'a-text-of-the-query';
    const spoil = async (): Promise<void> => {
      const bytes = Buffer.from('[1]');
      await db.collection<{ _id: string; bytes: Buffer }>('contents').insertOne({ _id: 'left', bytes });
    };
    return {
      port: mongoDriver,
      url: url({ appName: secret }),
      secret,
      folders: hasFolder ? { own: memoryContentFolder('own'), other: memoryContentFolder('other') } : null,
      keepsMoments: () => keepsMoments(db),
      spoil: hasFolder ? null : spoil,
      close,
    };
  };
  storeDriverContract({ describe, it }, () => open(false));
  storeDriverContract({ describe, it }, () => open(true));
});
