import { systemClock } from '../../src/base/clock.ts';
import { createEditorTransport } from '../../src/exchange/http/editor-transport.ts';
import { createUndiciTransport } from '../../src/exchange/http/undici-transport.ts';
import { transportContract } from './transport.contract.ts';

transportContract('undici', createUndiciTransport);
// Node's own fetch is what the editor's is built on.
transportContract('fetch', () => createEditorTransport({ fetch: globalThis.fetch, clock: systemClock }));
