import { pathToFileURL } from 'node:url';
import type { InputSchema } from '../schema.ts';
import {
  type PublicData,
  type PublicDataModule,
  type PublicService,
  readPublicService,
} from './public-service.ts';
import type { WindowAnswer } from './window-connection.ts';
import { ABOUT_ACCOUNT, failure } from './window-link.ts';

/** Answers while there is no window: about public data, from the service itself; about all else with the reason why not. */
export class WithoutWindow {
  readonly #folder: string;
  readonly #only: string | undefined;
  readonly #schemas: ReadonlyMap<string, InputSchema>;
  #open: { readonly key: string; readonly data: Promise<PublicData | undefined> } | undefined;

  /** `folder`: of the windows. `only`: the id of the one window to ask, in whose place nothing else is read. */
  constructor(folder: string, only: string | undefined, schemas: ReadonlyMap<string, InputSchema>) {
    this.#folder = folder;
    this.#only = only;
    this.#schemas = schemas;
  }

  /** Never rejects. */
  async call(tool: string, input: unknown): Promise<WindowAnswer> {
    if (this.#only !== undefined) return noWindow('The server asks no other than the one that started it.');
    if (ABOUT_ACCOUNT.test(tool))
      return noWindow('The account is read, and cancels are asked for, in a window alone.');
    const service = await readPublicService(this.#folder);
    if (service === undefined) return noWindow('No window has said which service is the one of the person.');
    if (service.connection === 'demo') return noWindow('The demo exchange is inside of the editor.');
    if (service.publicUrl === '') return noWindow('The service cannot be read without the editor.');
    const hindrance = hindranceHere();
    if (hindrance !== undefined) return noWindow(hindrance);
    const data = await this.#dataOf(service);
    return data === undefined
      ? noWindow('The service cannot be read from here.')
      : await data.call(tool, input);
  }

  /** Loaded with the first call; another one once the windows had another connection. */
  #dataOf(service: PublicService): Promise<PublicData | undefined> {
    const key = JSON.stringify(service);
    if (this.#open?.key !== key) this.#open = { key, data: this.#load(service) };
    return this.#open.data;
  }

  async #load(service: PublicService): Promise<PublicData | undefined> {
    try {
      const { openPublicData } = (await import(pathToFileURL(service.module).href)) as PublicDataModule;
      return openPublicData(service, this.#schemas);
    } catch {
      // Of an extension that was removed or updated.
      this.#open = undefined;
      return undefined;
    }
  }
}

/** Why this process is not one to read with; undefined where it is. */
function hindranceHere(): string | undefined {
  if (typeof Promise.withResolvers !== 'function')
    return 'Without a window the server needs Node 22 or newer.';
  const { NODE_USE_ENV_PROXY, NODE_OPTIONS = '' } = process.env;
  // The settings, and no environment, say where requests go.
  const isProxied = (NODE_USE_ENV_PROXY ?? '') !== '' || NODE_OPTIONS.includes('use-env-proxy');
  return isProxied ? 'The environment of the server sends its requests to a proxy.' : undefined;
}

function noWindow(why: string): WindowAnswer {
  return failure(
    'noWindow',
    `No window of the editor answers. ${why}`,
    'Ask the person to open VS Code with Prediction Markets and its setting "agents.mcpServer" on. Do not guess.',
  );
}
