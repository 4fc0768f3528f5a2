import type { Clock } from '../../base/clock.ts';
import type { CallLog } from '../call-log.ts';
import type { ConnectionProfile } from '../profile.ts';
import { HandshakeRefused, type OpenSocket } from '../socket.ts';
import { TransportError } from '../transport.ts';
import { streamUrls } from './profiles.ts';

const NO_BODY = new Uint8Array();
const PATHS = { markets: '/v1/ws/markets', account: '/v1/ws/private' } as const;

/** Records each handshake of a stream as a call, and counts the frames that come over it. */
export function recordSockets(
  callLog: CallLog,
  profile: ConnectionProfile,
  clock: Clock,
  open: OpenSocket,
): OpenSocket {
  const urls = streamUrls(profile.privateUrl);
  return async (request, signal) => {
    const stream = request.url.href === urls?.markets.href ? 'markets' : 'account';
    const sentAt = clock.now();
    const startedAt = clock.steady();
    const call = callLog.begin(profile, { method: 'GET', path: PATHS[stream], signed: true, stream }, sentAt);
    call.sent(request.headers, undefined);
    const took = (): number => clock.steady() - startedAt;
    try {
      const socket = await open(request, signal);
      call.answered({ status: 101, headers: {}, body: NO_BODY }, sentAt, took());
      call.ended(clock.now());
      return {
        onClose: socket.onClose,
        send: (text) => socket.send(text),
        close: () => socket.close(),
        onMessage: (listener) =>
          socket.onMessage((frame) => {
            callLog.heard(stream, clock.now());
            listener(frame);
          }),
      };
    } catch (cause) {
      if (cause instanceof HandshakeRefused)
        call.answered({ status: cause.status, headers: cause.headers, body: NO_BODY }, sentAt, took());
      else call.broke(cause instanceof TransportError ? cause.kind : 'reset', sentAt, took());
      call.ended(clock.now(), cause instanceof HandshakeRefused ? 'refused' : 'network');
      throw cause;
    }
  };
}
