import { accountContract } from './account.contract.ts';
import { cancelContract } from './cancel.contract.ts';
import { marketContract } from './market.contract.ts';
import { signInContract } from './sign-in.contract.ts';
import type { Subject } from './subject.ts';

/**
 * What `Exchange` promises, tried against an exchange whose world is known: what comes out of the client is what the
 * world says, whatever dialect and transport lie between. Every test gets a subject of its own.
 */
export function exchangeContract(name: string, make: () => Promise<Subject>): void {
  describe(`exchange: ${name}`, () => {
    // Building a world takes a moment on a busy machine.
    const opened: Subject[] = [];
    const open = async (): Promise<Subject> => {
      const subject = await make();
      opened.push(subject);
      return subject;
    };
    afterEach(async () => {
      for (const subject of opened.splice(0)) await subject.dispose();
    });

    marketContract(open);
    accountContract(open);
    cancelContract(open);
    signInContract(open);
  });
}
