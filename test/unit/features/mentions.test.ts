import '../../support/editor/install.ts';
import assert from 'node:assert/strict';
import type { CancellationToken, CodeLens, CompletionList, Position, TextDocument } from 'vscode';
import { lineType } from '../../../src/core/grouping.ts';
import { eventPhase, isOver } from '../../../src/core/lifecycle.ts';
import type { Mentions } from '../../../src/features/in-files/mentions.ts';
import { isYesNo } from '../../../src/view/names.ts';
import { stateOf } from '../../../src/view/price-text.ts';
import { openDemoWindow } from '../../support/editor/open-demo.ts';
import { CompletionItemTag } from '../../support/editor/vscode.ts';
import { present } from '../../support/values.ts';

/** What is offered at the end of a line of Markdown. */
function complete(
  mentions: Mentions,
  text: string,
  token?: Partial<CancellationToken>,
): Promise<CompletionList | undefined> {
  const document = { uri: { path: '/note.md' }, lineAt: () => ({ text }), getText: () => '' };
  const position = { line: 0, character: text.length, translate: () => position };
  return mentions.provideCompletionItems(
    document as unknown as TextDocument,
    position as unknown as Position,
    token as CancellationToken,
  );
}

/** A window that has read its lists and account, and a market of which something is held. */
async function scene() {
  const { clock, services, close: closeWindow } = await openDemoWindow();
  const { markets, orders, positions } = services;
  await clock.run(Promise.all([markets, orders, positions].map((store) => store.load())));
  const held = present(
    positions.positions.find(
      ({ marketSlug, netPosition }) =>
        markets.get(marketSlug)?.status === 'OPEN' && netPosition?.isZero === false,
    ),
  );
  const { Mentions } = await import('../../../src/features/in-files/mentions.ts');
  const mentions = new Mentions(services);
  const hover = (text: string): string => {
    const document = { lineAt: () => ({ text }), uri: 'file:///note.md' } as unknown as TextDocument;
    const shown = mentions.provideHover(document, {
      line: 0,
      character: text.length - 2,
    } as Position);
    return ((shown?.contents ?? []) as unknown as readonly { readonly value: string }[])
      .map(({ value }) => value)
      .join('');
  };
  const links = (text: string) =>
    [...hover(text).matchAll(/\[([^\]]+)\]\(command:predictionMarkets\.(\w+)/g)].map(([, label, command]) => [
      label,
      command,
    ]);
  const lenses = (text: string): readonly CodeLens[] => {
    const document = { lineCount: 1, lineAt: () => ({ text }) } as unknown as TextDocument;
    return mentions.provideCodeLenses(document);
  };
  const close = async (): Promise<void> => {
    mentions.dispose();
    await clock.advance(60_000);
    closeWindow();
  };
  /** What is offered, as the editor sorts it. */
  const offered = async (text: string) => {
    let items: CompletionList['items'] = [];
    await clock.run(
      complete(mentions, text).then((list) => {
        items = list?.items ?? [];
      }),
    );
    return items.toSorted((a, b) => ((a.sortText ?? '') < (b.sortText ?? '') ? -1 : 1));
  };
  return { clock, services, slug: held.marketSlug, hover, links, lenses, offered, close };
}

describe('the hover of a market that a file names', () => {
  it('says how much is held and its open P&L, and hides both with the other amounts', async () => {
    const { services, slug, hover, close } = await scene();
    assert.match(hover(slug), /◆ Yours \| .*\d.* @ .*open P&amp;L [▲▼]/);
    assert.match(hover(slug), /\| Source \| DEMO · .*read 0 s/);
    await services.config.set('hideAmounts', true);
    assert.match(hover(slug), /◆ Yours \| .*••• @ .*open P&amp;L •••/);
    await close();
  });

  it('offers to read what is old, which makes it current; not what is current', async () => {
    const { clock, services, slug, hover, links, close } = await scene();
    assert.doesNotMatch(hover(slug), /Refresh|old price/);
    await clock.advance(1_800_000);
    assert.match(hover(slug), /As of /);
    assert.match(hover(slug), /at the old price/);
    assert.deepEqual(links(slug)[0], ['Refresh', 'fetchNamed']);
    assert.equal(await clock.run(services.watched.readAgain({ kind: 'market', key: slug })), true);
    assert.doesNotMatch(hover(slug), /Refresh|old price/);
    await close();
  });

  it('of an event says when its clock was read and offers to read it once that is old, without a request', async () => {
    const { clock, services, hover, links, close } = await scene();
    await clock.run(services.events.load());
    const now = clock.now();
    const { id, slug } = present(services.events.all.find((event) => eventPhase(event, now) === 'live'));
    const named = `event:${slug ?? id}`;
    assert.match(hover(named), /\| Source \| DEMO · .*read 0 s/);
    assert.doesNotMatch(hover(named), /As of|Refresh/);
    await clock.advance(600_000);
    const calls = services.callLog.calls.length;
    assert.match(hover(named), /As of /);
    assert.deepEqual(links(named)[0], ['Refresh', 'fetchNamed']);
    assert.equal(services.callLog.calls.length, calls);
    assert.equal(await clock.run(services.watched.readAgain({ kind: 'event', key: slug ?? id })), true);
    assert.doesNotMatch(hover(named), /As of|Refresh/);
    await close();
  });

  it('of an event that ended offers no read, however long ago it was read', async () => {
    const { clock, services, links, close } = await scene();
    await clock.run(services.events.load());
    const of = (event: { readonly id: string; readonly slug: string | undefined }) =>
      `event:${event.slug ?? event.id}`;
    const ended = present(services.events.all.find((event) => eventPhase(event, clock.now()) === 'ended'));
    await clock.advance(600_000);
    assert.deepEqual(links(of(ended))[0], ['Open', 'openEvent']);
    await close();
  });

  it('of one that is unknown offers to read it, to search, and the nearest in its place', async () => {
    const { clock, services, slug, hover, links, close } = await scene();
    const unknown = slug.replace(/[^-]+$/, '77');
    const named = `market:${unknown}`;
    const others = [
      ['Search Markets…', 'searchMarkets'],
      ['Use the Nearest', 'useNearest'],
      ['Open the Nearest', 'openMarket'],
    ];
    assert.deepEqual(links(named), [['Fetch from the Service', 'fetchNamed'], ...others]);
    assert.equal(await clock.run(services.watched.readAgain({ kind: 'market', key: unknown })), false);
    assert.match(hover(named), /The service was asked for it/);
    assert.deepEqual(links(named), others);
    // Without `market:` it may be any word.
    assert.equal(hover(unknown), '');
    await close();
  });
});

describe('the line above a market that a file names', () => {
  it('says prices and what is held, which does nothing, then opens it and watches it or stops that', async () => {
    const { services, slug, lenses, close } = await scene();
    const shown = () =>
      lenses(slug).map(({ command }) => [command?.title, command?.command, command?.arguments]);
    const [said, ...ways] = shown();
    assert.match(`${said?.[0]}`, /^\d.*¢ .* · \d.*¢ .* · [◆◈] \d/);
    assert.deepEqual(said?.slice(1), ['', undefined]);
    const open = ['Open', 'predictionMarkets.openMarket', [slug]];
    assert.deepEqual(ways, [open, ['Watch', 'predictionMarkets.addToWatchlist', [slug]]]);
    await services.watchlist.edit(() => [{ name: '', entries: [{ kind: 'market', key: slug }] }]);
    const stop = ['Stop Watching', 'predictionMarkets.removeFromWatchlist', [slug]];
    assert.deepEqual(shown().slice(1), [open, stop]);
    assert.equal(lenses(`${slug},${slug}`).length, 3);
    await close();
  });
});

describe('what is offered after event:', () => {
  it('is events alone, without a row that leads to the lines of one', async () => {
    const { clock, services, close: closeWindow } = await openDemoWindow();
    await clock.run(services.markets.load());
    await clock.run(services.events.load());
    const { Mentions } = await import('../../../src/features/in-files/mentions.ts');
    const mentions = new Mentions(services);
    const live = services.events.all.filter((event) => eventPhase(event, clock.now()) === 'live');
    const [event] = live.toSorted((a, b) => b.markets.length - a.markets.length);
    const text = `event:${event?.title?.split(' ').at(-1)?.toLowerCase()}`;
    let list: CompletionList | undefined;
    for (let tries = 0; tries < 20 && !list?.items.length; tries += 1)
      await clock.run(
        complete(mentions, text).then((items) => {
          list = items;
        }),
      );
    const labels = list?.items.map(({ label }) => (typeof label === 'string' ? label : label.label)) ?? [];
    assert.ok(labels.length > 0, text);
    assert.doesNotMatch(labels.join(' | '), /more market/);
    mentions.dispose();
    await clock.advance(60_000);
    closeWindow();
  });
});

describe('what is offered after market:', () => {
  it('has a name that begins with the letters before one that has them further on', async () => {
    const { offered, close } = await scene();
    const items = await offered('market:quil');
    const labels = items.map(({ label }) => (typeof label === 'string' ? label : label.label));
    const first = labels.findLastIndex((label) => /¢ Quillon /.test(label));
    const other = labels.findIndex((label) => /¢ \S+ Quill$/.test(label));
    assert.ok(first >= 0 && first < other, labels.join(' | '));
    await close();
  });

  it('has a name with the letters in it before lines of their games', async () => {
    const { clock, services, close } = await scene();
    const known = [...services.markets.known()];
    const total = present(known.find((market) => lineType(market) === 'total' && market.status === 'OPEN'));
    const future = present(
      known.find((market) => isYesNo(market) && /^\S+ \S{4,}$/.test(market.title ?? '')),
    );
    const nothing = { dispose: () => undefined };
    const search = {
      find: () => ({ hits: [total, future].map((market) => ({ market })) }),
      onDidIndex: () => nothing,
      watchKnown: () => nothing,
    };
    const { Mentions } = await import('../../../src/features/in-files/mentions.ts');
    const mentions = new Mentions({ ...services, search: async () => search as never });
    let offered: readonly unknown[] = [];
    const typed = future.title?.split(' ')[1]?.slice(0, 4).toLowerCase();
    await clock.run(
      complete(mentions, `market:${typed}`).then((list) => {
        offered = list?.items.map(({ insertText }) => insertText) ?? [];
      }),
    );
    assert.deepEqual(offered, [`market:${future.slug}`, `market:${total.slug}`]);
    mentions.dispose();
    await close();
  });

  it('has markets that are over last and struck through, and gives their place to any other', async () => {
    const { services, offered, close } = await scene();
    const isOld = ({ insertText }: { readonly insertText?: unknown }): boolean => {
      const market = services.markets.get(`${insertText}`.replace('market:', ''));
      return isOver(stateOf(services.marketViews.latest(present(market))));
    };
    const own = [...new Set(services.positions.positions.map(({ marketSlug }) => marketSlug))];
    const [over] = own.filter((slug) => isOld({ insertText: slug }));
    const ofOwn = await offered('market:');
    assert.equal(ofOwn.length, 30);
    assert.deepEqual(ofOwn.filter(isOld), [], 'of more own markets than are offered');
    const [, , , team] = present(over).split('-');
    const items = await offered(`market:${team}`);
    const old = items.filter(isOld);
    assert.ok(old.length > 0 && old.length < items.length, `${over}: ${old.length} of ${items.length}`);
    assert.deepEqual(items.slice(-old.length), old);
    const struck = items.filter(({ tags }) => tags?.includes(CompletionItemTag.Deprecated));
    assert.deepEqual(struck, old);
    await close();
  });

  it('is what is called so, key by key, without a request once markets were read', async () => {
    const { services, offered, close } = await scene();
    const calls = services.callLog.calls.length;
    for (const typed of ['market:', 'market:i', 'market:is', 'market:isl'])
      assert.ok((await offered(typed)).length > 0, typed);
    const found = (await offered('market:isl')).map(({ insertText }) =>
      services.markets.get(`${insertText}`.replace('market:', '')),
    );
    assert.ok(found.some((market) => / Islanders vs/.test(market?.question ?? '')));
    assert.equal(services.callLog.calls.length, calls);
    await close();
  });

  it('has the search take in what becomes known while somebody types, and for a minute after', async () => {
    const { clock, services, offered, close } = await scene();
    const search = await services.search();
    const watchKnown = search.watchKnown.bind(search);
    let watching = 0;
    search.watchKnown = () => {
      const watch = watchKnown();
      watching += 1;
      return {
        dispose: () => {
          watching -= 1;
          watch.dispose();
        },
      };
    };
    for (const typed of ['market:i', 'market:is']) {
      await offered(typed);
      await clock.advance(59_000);
      assert.equal(watching, 1);
    }
    await clock.advance(2_000);
    assert.equal(watching, 0);
    await close();
  });

  it('does not wait long for a search that takes in nothing', async () => {
    const { clock, services, offered, close } = await scene();
    const search = await services.search();
    Object.assign(search, { onDidIndex: () => ({ dispose: () => {} }) });
    let isOffered = false;
    const offering = offered('market:i').then(() => {
      isOffered = true;
    });
    await clock.advance(300);
    assert.ok(isOffered);
    await offering;
    await close();
  });
});

describe('what is offered after market: in a window that has read nothing', () => {
  it('is nothing where the first read takes too long', async () => {
    const { clock, services, close } = await openDemoWindow();
    const { Mentions } = await import('../../../src/features/in-files/mentions.ts');
    const mentions = new Mentions(services);
    services.markets.load = () => new Promise(() => {});
    const offered: unknown[] = [];
    void complete(mentions, 'market:').then((list) => offered.push(list?.items));
    await clock.advance(9_000);
    assert.equal(offered.length, 0);
    await clock.advance(1_000);
    assert.deepEqual(offered, [[]]);
    mentions.dispose();
    await clock.advance(60_000);
    close();
  });

  it('is what the first read brings, before anything is typed too, in one read; nothing once it was typed on', async () => {
    const { clock, services, close: closeWindow } = await openDemoWindow();
    const { Mentions } = await import('../../../src/features/in-files/mentions.ts');
    const mentions = new Mentions(services);
    const text = 'market:';
    const left = await complete(mentions, text, {
      onCancellationRequested: (listener) => {
        setImmediate(listener);
        return { dispose: () => {} };
      },
    });
    assert.deepEqual(left?.items, []);
    let list: CompletionList | undefined;
    await clock.run(
      complete(mentions, text)
        .then((items) => (list = items))
        .then(() => undefined),
    );
    const texts = list?.items.map(({ insertText }) => `${insertText}`) ?? [];
    assert.ok(texts.length > 1 && texts.every((each) => each.startsWith('market:')), texts.join());
    // The editor drops a choice that is not found by what it replaces.
    assert.deepEqual(new Set(list?.items.map(({ filterText }) => filterText)), new Set([text]));
    assert.equal(services.callLog.calls.filter(({ path }) => path === '/v1/markets').length, 1);
    mentions.dispose();
    await clock.advance(60_000);
    closeWindow();
  });
});
