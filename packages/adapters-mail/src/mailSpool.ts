import { randomBytes } from 'node:crypto';
import {
  DEFAULT_POLICY,
  type DiskRoom,
  type Mail,
  type Mailer,
  type MailRecipient,
  NO_DISK_ROOM,
  type OnNotice,
  type OnProblem,
  printNotice,
  printProblem,
  SharedTry,
} from '@algotheque/domain';
import { onDisk } from '@algotheque/domain/files';
import { checkedLine } from './address.ts';
import { composeMail } from './composeMail.ts';
import { checkedBase, linksBelow, linksOfApp } from './links.ts';
import { parseSender } from './sender.ts';
import { SpoolFolder } from './spoolFolder.ts';
import { storedMail } from './storedMail.ts';
import { type MailLook, render } from './templates/render.ts';

export interface MailSpoolOptions {
  /** The folder of the mails; made if absent. */
  readonly dir: string;
  /** The sender, with or without a name: `a@example.org`, `Ada's service <a@example.org>`. */
  readonly from: string;
  /** Where the service is reached, for the signature. */
  readonly publicUrl: string;
  /** The name of the service: one line. Default: Algotheque. */
  readonly name?: string;
  /** Whom people ask for help: an e-mail address or a URL, as one line. Default: `from`. */
  readonly contact?: string;
  /** How long the links work, in milliseconds; mails say it in words. Default: as `DEFAULT_POLICY` of the domain has it. */
  readonly lifetimes?: MailLook['lifetimes'];
  /**
   * The address of a front end of one's own: links lead to its pages, with the token in the fragment, and the signature has it.
   * Default: links lead to the users routes.
   */
  readonly appUrl?: string;
  /** Where its users routes are, such as `https://example.org/api/users`; links begin with it if there is no `appUrl`. */
  readonly usersUrl: string;
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
  /** The link to open; null in a notice. */
  readonly link: string | null;
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

const DEFAULT_LIFETIMES: MailLook['lifetimes'] = {
  confirm: DEFAULT_POLICY.confirmTtlMs,
  recover: DEFAULT_POLICY.recoverTtlMs,
  change_email: DEFAULT_POLICY.confirmTtlMs,
  email_changed: DEFAULT_POLICY.emailBackTtlMs,
};

/**
 * Opens the spool, and removes incomplete mails that a crash left. `send` and `sendDecoy` throw UnavailableError if
 * the disk refuses, and TypeError for a recipient that no mail can have (control characters); then nothing was
 * written.
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
  const from = parseSender(options.from);
  const appUrl = options.appUrl === undefined ? null : checkedBase(options.appUrl);
  const publicUrl = checkedBase(options.publicUrl);
  const look: MailLook = {
    name: checkedLine(options.name ?? 'Algotheque', 'The name of the service'),
    contact: checkedLine(options.contact ?? from.address, 'The contact of mails'),
    address: appUrl ?? publicUrl,
    lifetimes: options.lifetimes ?? DEFAULT_LIFETIMES,
  };
  const usersUrl = checkedBase(options.usersUrl);
  const linkOf = appUrl === null ? linksBelow(usersUrl) : linksOfApp(appUrl);
  const folder = new SpoolFolder(options.dir);
  await onDisk(() => folder.prepare(onNotice));

  const compose = (recipient: Omit<MailRecipient, 'id'>, mail: Mail, link: string | null) => {
    const rendered = render({ ...recipient, kind: mail.kind, link }, look);
    return storedMail(composeMail({ from, recipient, rendered, date: now() }));
  };
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

  return {
    dir: folder.dir,
    async send(recipient, mail) {
      const link = linkOf(mail);
      const bytes = compose(recipient, mail, link);
      const file = await inRoom(bytes, () => folder.add(bytes, now()));
      onWritten();
      const spooled = { kind: mail.kind, to: recipient.adresseMail, link, file };
      void tell(spooled).catch((problem: unknown) => onProblem(problem, 'notice of a spooled mail'));
    },
    async sendDecoy(kind) {
      const mail: Mail = { kind, token: randomBytes(DECOY_TOKEN_BYTES).toString('base64url') };
      const bytes = compose(
        { adresseMail: 'nobody@example.invalid', pseudo: 'nobody', locale: 'en' },
        mail,
        linkOf(mail),
      );
      await inRoom(bytes, () => folder.addDecoy(bytes));
      onWritten();
    },
    async health() {
      await onDisk(() => folder.check());
      await writes.outcome();
    },
  };
}
