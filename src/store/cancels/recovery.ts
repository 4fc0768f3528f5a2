import type { LoggedAttempt } from '../../core/attempt.ts';
import { type Owner, ownerOf } from '../session/owner.ts';
import type { Session } from '../session/session.ts';
import type { CancelLog } from './cancel-log.ts';
import { type CancelAnswer, notSent, unanswered } from './cancel-outcome.ts';
import { isOpen } from './log-lines.ts';

/**
 * Takes over what is open in the log for this account and no live window follows. `isWhole`: nothing is left that may be taken over
 * later. Asked `isWanted` once an account is in use.
 */
export async function adoptOpen(
  session: Session,
  log: CancelLog,
  isWanted: () => boolean,
): Promise<{ readonly adopted: readonly LoggedAttempt[]; readonly isWhole: boolean }> {
  const connection = connectionOf(ownerOf(session));
  const { attempts } = await log.read();
  const open = attempts.filter(
    (each) => isOpen(each) && each.connection === connection && !log.isOwn(each.id),
  );
  if (open.length > 0) await session.ensure();
  if (open.length === 0 || !isWanted()) return { adopted: [], isWhole: true };
  const account = accountOf(session, log);
  const adopted = await log.adopt(open.filter((each) => each.account === account));
  return { adopted, isWhole: adopted.length === open.length };
}

/** What the log says about a request this window did not send. */
export function answerOfLogged({ state, events }: LoggedAttempt): CancelAnswer {
  if (state === 'requested') return { kind: 'noEffect', error: notSent('late') };
  return { kind: 'unanswered', error: unanswered(events.at(-1)?.serviceRequest) };
}

/** Digest of whose orders these are: another key may be another account. */
export function accountOf(session: Session, log: CancelLog): string {
  return log.digest(`${connectionOf(ownerOf(session))}\n${session.accountMark}`);
}

/** Id of the connection and origin of its private requests: never a key, nor what else a URL may hold. */
export function connectionOf({ profile: { id, privateUrl } }: Owner): string {
  return `${id} ${URL.parse(privateUrl)?.origin ?? ''}`;
}
