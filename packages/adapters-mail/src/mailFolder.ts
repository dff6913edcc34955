import { randomBytes } from 'node:crypto';
import { lstat, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  type DiskRoom,
  type Mail,
  type Mailer,
  NO_DISK_ROOM,
  type OnNotice,
  type OnProblem,
  printNotice,
  printProblem,
  SharedTry,
} from '@algotheque/domain';
import { checkOpenFolder, ifPresent, moveDurably, onDisk, writeFileDurably } from '@algotheque/domain/files';
import { isToSender, parseSender } from './address.ts';
import { composeMail } from './composeMail.ts';
import { newMailName } from './mailName.ts';
import { type MailForm, mailWriter, type RenderedMail } from './mailWriter.ts';
import { ownFolder } from './ownFolder.ts';

export interface MailFolderOptions extends MailForm {
  /** The folder of the mails; made if absent. */
  readonly dir: string;
  /** Milliseconds since the Unix epoch. Default: the machine's clock. */
  readonly now?: () => number;
  /** Gets each mail once it is durable, never a decoy. Its errors are reported and do not fail the caller. */
  readonly onMail?: (mail: FolderMail) => void;
  /** Gets one line about modes that were repaired. Default: `console.error`. */
  readonly onNotice?: OnNotice;
  /** Gets failures that no caller waits for. Default: `console.error`. */
  readonly onProblem?: OnProblem;
  /** Watches over the space of the disk. Default: every write is tried. */
  readonly room?: DiskRoom;
}

export interface FolderMail {
  readonly kind: Mail['kind'];
  /** The recipient's address. */
  readonly to: string;
  /** The link to open. */
  readonly link: string;
  /** The path of its file. */
  readonly file: string;
}

// About the length of a real token (34 to 36 characters), so that a decoy has about the same size.
const DECOY_TOKEN_BYTES = 25;
/** Longer than any write takes: older files in `tmp/` were left by a crash. */
const LEFTOVER_AGE_MS = 600_000;
const NOBODY = { adresseMail: 'nobody@example.invalid', pseudo: 'nobody', locale: 'en' } as const;

/**
 * A mailer without a mail server: a folder of .eml files, which any mail reader opens. A mail is written in `tmp/` and moved among the
 * mails by a rename, complete and durable, or not at all. A decoy takes the same work, in a hidden place. `send` and `sendDecoy` throw
 * UnavailableError if the disk refuses, and TypeError for a recipient that no mail can have.
 * @throws TypeError when an option is malformed; UnavailableError when the folder cannot be used
 */
export async function openMailFolder(options: MailFolderOptions): Promise<Mailer> {
  const { now = Date.now, onMail = () => {}, onNotice = printNotice, onProblem = printProblem } = options;
  const { room = NO_DISK_ROOM } = options;
  const write = mailWriter(options);
  const sender = parseSender(options.from);
  const dir = resolve(options.dir);
  const tmp = join(dir, 'tmp');
  await onDisk(() => prepare([dir, tmp], onNotice));
  const place = async (mail: RenderedMail, name: string, path: string): Promise<void> => {
    const { message } = composeMail(mail, { name, date: now() });
    const free = room.reserve(message.length);
    try {
      await onDisk(() => writeFile(message, tmp, path));
    } finally {
      free();
    }
  };
  const probes = new SharedTry(() => onDisk(() => writeFile('probe', tmp, null)), now);
  const tell = async (mail: FolderMail): Promise<void> => onMail(mail);
  const sendDecoy: Mailer['sendDecoy'] = async (kind) => {
    const mail = { kind, token: randomBytes(DECOY_TOKEN_BYTES).toString('base64url') };
    await place(write(NOBODY, mail), newMailName(now()), join(tmp, 'decoy'));
  };
  return {
    sendDecoy,
    async send(recipient, mail) {
      if (isToSender(sender, recipient.adresseMail, mail)) return sendDecoy('change_email');
      const [name, written] = [newMailName(now()), write(recipient, mail)];
      const file = join(dir, `${name}.eml`);
      await place(written, name, file);
      const told = { kind: mail.kind, to: recipient.adresseMail, link: written.link, file };
      void tell(told).catch((problem: unknown) => onProblem(problem, 'notice of a mail'));
    },
    async health() {
      await onDisk(() => Promise.all([checkOpenFolder(dir), checkOpenFolder(tmp)]));
      room.requireRoom('growth');
      await probes.outcome();
    },
  };
}

/** Makes the folders, or restricts existing ones to this user, and removes incomplete mails that a crash left. */
async function prepare([dir, tmp]: readonly [string, string], onNotice: OnNotice): Promise<void> {
  for (const path of [dir, tmp]) await ownFolder(path, onNotice);
  for (const name of await readdir(tmp)) {
    const path = join(tmp, name);
    const age = Date.now() - ((await ifPresent(lstat(path)))?.mtimeMs ?? Number.POSITIVE_INFINITY);
    if (age > LEFTOVER_AGE_MS) await rm(path, { recursive: true, force: true });
  }
}

/** @param path null: the file is removed when it is durable, which shows whether the disk is full or read-only */
async function writeFile(content: Uint8Array | string, tmp: string, path: string | null): Promise<void> {
  const file = join(tmp, randomBytes(16).toString('hex'));
  try {
    await writeFileDurably(file, content);
    await (path === null ? rm(file) : moveDurably(file, path));
  } catch (error) {
    // Best effort on a failing disk: the caller gets the first error, and `prepare` removes what this one leaves.
    await Promise.allSettled([file, path ?? file].map((left) => rm(left, { force: true })));
    throw error;
  }
}
