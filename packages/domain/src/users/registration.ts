import type { AccountsContext } from '../context.ts';
import { DomainError, Responses } from '../responses.ts';
import type { Locale, User } from '../user.ts';
import { refusingTaken } from './formerEmails.ts';
import type { HashClient } from './passwordHasher.ts';

interface Registration {
  readonly pseudo: string;
  readonly email: string;
  readonly password: string;
  /** Whether the e-mail counts as confirmed. If not, a confirmation mail is due. */
  readonly isVerified: boolean;
  readonly locale: Locale;
}

/**
 * The look-up before the hash spares the hash for an address that is taken; the insert decides.
 * @throws DomainError User.Email_already_exists
 */
export async function insertUser(
  { users, hasher, clock }: AccountsContext,
  { pseudo, email, password, isVerified, locale }: Registration,
  client: HashClient,
): Promise<User> {
  if ((await users.findByEmail(email)) !== null) throw new DomainError(Responses.User.Email_already_exists);
  const mdpHash = await hasher.hash(password, client);
  const date = clock.now();
  return refusingTaken(
    users.insert({
      adresseMail: email,
      mdpHash,
      pseudo,
      dateInscription: date,
      isVerified,
      urlPfp: null,
      locale,
      // With the `credentialsVersion` of every new user.
      due: isVerified ? [] : [{ kind: 'confirmation', version: 1, date, locale, adresseMail: null }],
    }),
  );
}
