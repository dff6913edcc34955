import { DomainError, Responses } from '../responses.ts';
import { MOST_FORMER_EMAILS, type User } from '../user.ts';
import { EmailTakenError } from './userRepository.ts';

export const hasRoomForFormer = ({ emailChange }: User): boolean => emailChange.former.length < MOST_FORMER_EMAILS;

/**
 * The oldest of the former addresses is not given up for a new one: a user who changes the address again and again would take the link of
 * the first owner away.
 * @throws DomainError User.Email_changed_too_often
 */
export function requireRoomForFormer(user: User): void {
  if (!hasRoomForFormer(user)) throw new DomainError(Responses.User.Email_changed_too_often);
}

/** @throws DomainError User.Email_already_exists when somebody has the address, or can take it back */
export async function refusingTaken<Saved>(change: Promise<Saved>): Promise<Saved> {
  try {
    return await change;
  } catch (error) {
    if (error instanceof EmailTakenError) throw new DomainError(Responses.User.Email_already_exists);
    throw error;
  }
}
