/** Writes mails to a folder until it is killed; prints the file of each when it is acknowledged. */
import { writeSync } from 'node:fs';
import { openMailFolder } from '../../src/index.ts';

const mailer = await openMailFolder({
  dir: process.argv[2] ?? '',
  from: 'algotheque@example.org',
  publicUrl: 'https://algo.example.org',
  usersUrl: 'https://algo.example.org/api/users',
  onMail: ({ file }) => writeSync(1, `${file}\n`),
});
for (let id = 1; ; id += 1) {
  const recipient = { id, adresseMail: `user${id}@example.org`, pseudo: `User ${id}`, locale: 'en' as const };
  await mailer.send(recipient, { kind: 'confirm', token: 'x'.repeat(id % 400) });
  await mailer.sendDecoy('confirm');
}
