import { createEditorTransport } from '../exchange/http/editor-transport.ts';
import { TransportError } from '../exchange/transport.ts';
import type * as machine from '../network.ts';

/** The browser's fetch; no streams, because its sockets send no headers to sign in with. */
export const networkOf: typeof machine.networkOf = (clock) => ({
  open: async () => ({ transport: createEditorTransport({ fetch: fetchWithReason, clock }) }),
  facts: async () => ({ proxy: undefined, unchecked: undefined }),
  isDirect: async () => false,
});

/**
 * A browser does not say why a fetch failed. Asked without a look at the reply it tells the two apart: a service that does not
 * let pages read it answers that, one that cannot be reached does not.
 */
async function fetchWithReason(input: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(input, init);
  } catch (cause) {
    if (init.method !== 'GET' || init.signal?.aborted === true) throw cause;
    const { signal = null } = init;
    const asked = { mode: 'no-cors', credentials: 'omit', cache: 'no-store', signal } as const;
    const isThere = await fetch(input, asked).then(
      () => true,
      () => false,
    );
    if (isThere) throw new TransportError('unreadable', 'The browser does not hand the reply over', cause);
    throw new TransportError('connect', 'The browser reaches nobody', cause);
  }
}
