import { randomBytes } from 'node:crypto';
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
import { onDisk } from '@algotheque/domain/files';
import { parseSender } from './address.ts';
import { type MailForm, mailWriter } from './mailWriter.ts';
import { SpoolFolder } from './spoolFolder.ts';
import { storedMail } from './storedMail.ts';

export interface MailSpoolOptions extends MailForm {
  /** The folder of the mails; made if absent. */
  readonly dir: string;
  /** Milliseconds since the Unix epoch. Default: the machine's clock. */
  readonly now?: () => number;
  /** Gets each mail once it is durable, never a decoy. Its errors are reported and do not fail the caller. */
  readonly onSpooled?: (mail: SpooledMail) => void;
  /**
   * Called after each mail and each decoy: wake a worker from here. A worker that is woken only by mails would show
   * by its work which addresses are known.
   */
  readonly onWritten?: () => void;
  /** Gets one line about modes that were repaired. Default: `console.error`. */
  readonly onNotice?: OnNotice;
  /** Gets failures that no caller waits for. Default: `console.error`. */
  readonly onProblem?: OnProblem;
  /** Watches over the space of the disk. Default: every write is tried. */
  readonly room?: DiskRoom;
}

export interface SpooledMail {
  readonly kind: Mail['kind'];
  /** The recipient's address. */
  readonly to: string;
  /** The link to open. */
  readonly link: string;
  /** The path of its file. */
  readonly file: string;
}

/** Takes mails into a folder of .eml files. */
export interface MailSpool extends Mailer {
  /** The folder, as an absolute path. */
  readonly dir: string;
}

// About the length of a real token (32 to 35 characters), so that a decoy has about the same size.
const DECOY_TOKEN_BYTES = 25;

/**
 * Opens the spool, and removes incomplete mails that a crash left. `send` and `sendDecoy` throw UnavailableError if
 * the disk refuses, and TypeError for a recipient that no mail can have (control characters); then nothing was
 * written. An invitation to the address of `from` is not sent; a decoy takes its place.
 * @throws TypeError when an option is malformed; UnavailableError when the folder cannot be used
 */
export async function openMailSpool(options: MailSpoolOptions): Promise<MailSpool> {
  const {
    now = Date.now,
    onSpooled = () => {},
    onWritten = () => {},
    onNotice = printNotice,
    room = NO_DISK_ROOM,
    onProblem = printProblem,
  } = options;
  const write = mailWriter(options);
  const folder = new SpoolFolder(options.dir);
  await onDisk(() => folder.prepare(onNotice));

  const writes = new SharedTry(() => onDisk(() => folder.probe()), now);
  const inRoom = async <Result>({ length }: Uint8Array, write: () => Promise<Result>): Promise<Result> => {
    const settle = room.claim('growth', length);
    try {
      return await onDisk(write);
    } finally {
      settle();
    }
  };
  const tell = async (mail: SpooledMail): Promise<void> => onSpooled(mail);
  const sendDecoy: Mailer['sendDecoy'] = async (kind) => {
    const mail: Mail = { kind, token: randomBytes(DECOY_TOKEN_BYTES).toString('base64url') };
    const nobody = { adresseMail: 'nobody@example.invalid', pseudo: 'nobody', locale: 'en' } as const;
    const bytes = storedMail(write(nobody, mail, now()).stored);
    await inRoom(bytes, () => folder.addDecoy(bytes));
    onWritten();
  };
  const ownAddress = parseSender(options.from).address.toLowerCase();

  return {
    dir: folder.dir,
    sendDecoy,
    async send(recipient, mail) {
      // Nobody can accept what the service offers to itself, and no user may fill its own mailbox.
      const isToItself = mail.kind === 'share_invitation' && recipient.adresseMail.toLowerCase() === ownAddress;
      if (isToItself) return sendDecoy('change_email');
      const { link, stored } = write(recipient, mail, now());
      const bytes = storedMail(stored);
      const file = await inRoom(bytes, () => folder.add(bytes, now()));
      onWritten();
      const spooled = { kind: mail.kind, to: recipient.adresseMail, link, file };
      void tell(spooled).catch((problem: unknown) => onProblem(problem, 'notice of a spooled mail'));
    },
    async health() {
      await onDisk(() => folder.check());
      room.claim('growth')();
      await writes.outcome();
    },
  };
}
