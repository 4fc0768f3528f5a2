import { FileDecoration, type FileDecorationProvider, l10n, ThemeColor, Uri, window } from 'vscode';
import type { Disposable } from '../../base/lifecycle.ts';
import type { Row } from '../../view/row.ts';

/** Of the addresses that stand for dimmed rows; nothing can be opened under it. */
const SCHEME = 'prediction-markets-row';
/** Theme colour of a dimmed row, of the manifest: what is disabled may be too pale to read, and these have to be read. */
export const DIM_COLOR = 'predictionMarkets.staleForeground';
/** Beside a row: signs that need no colour, where a narrow side bar cuts off its words. */
const BADGES = { cut: '!', stale: '~' } as const;

/** The address by which the decoration below knows a row. A tree has no other way to dim one. */
export function dimmedUri(dim: NonNullable<Row['dim']>): Uri {
  return Uri.from({ scheme: SCHEME, path: `/${dim}` });
}

/** Dims rows whose figures are not known to be true any more. Their words say so too: this is the last signal. */
export function registerDecorations(): Disposable {
  const provider: FileDecorationProvider = {
    provideFileDecoration: ({ scheme, path }) =>
      scheme === SCHEME ? decoration(path === '/cut' ? 'cut' : 'stale') : undefined,
  };
  return window.registerFileDecorationProvider(provider);
}

function decoration(dim: NonNullable<Row['dim']>): FileDecoration {
  const words = dim === 'cut' ? l10n.t('Not connected') : l10n.t('Not current');
  return new FileDecoration(BADGES[dim], words, new ThemeColor(DIM_COLOR));
}
