import { window } from 'vscode';
import { isInUse, type Owner } from '../../store/session/owner.ts';
import type { CancelConfirmation } from '../../view/cancel-text.ts';
import { keepButton, otherAccountText } from '../../view/cancel-words.ts';
import type { Services } from '../services.ts';

/** Whether a person wants it, of whose orders it is, and that is still who is in use. Says so where it is not. */
export async function isConfirmed(
  services: Services,
  owner: Owner,
  { message, detail, button }: CancelConfirmation,
  { count, caveats }: { readonly count: number; readonly caveats: readonly string[] },
): Promise<boolean> {
  if (!isInUse(services.session, owner)) {
    tellOtherAccount(services);
    return false;
  }
  const name = services.connectionMark(owner.profile) ?? owner.profile.label;
  const keep = { title: keepButton(count, services.view()), isCloseAffordance: true };
  const go = { title: button };
  const chosen = await window.showWarningMessage(
    `${name}: ${message}`,
    // The caveats first: of a long list the end may be out of sight.
    { modal: true, detail: [...caveats.flatMap((caveat) => [caveat, '']), detail].join('\n') },
    go,
    keep,
  );
  if (chosen !== go) return false;
  if (isInUse(services.session, owner)) return true;
  tellOtherAccount(services);
  return false;
}

export function tellOtherAccount(services: Pick<Services, 'view'>): void {
  void window.showWarningMessage(otherAccountText(services.view()));
}
