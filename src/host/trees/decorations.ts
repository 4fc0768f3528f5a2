import { FileDecoration, type FileDecorationProvider, l10n, ThemeColor, Uri, window } from 'vscode';
import type { Disposable } from '../../base/lifecycle.ts';
import type { Row } from '../../view/row.ts';

/** Of the addresses that stand for dimmed rows; nothing can be opened under it. */
const SCHEME = 'prediction-markets-row';
/** Theme colour of a dimmed row. */
export const DIM_COLOR = 'disabledForeground';

/** The address by which the decoration below knows a row. A tree has no other way to dim one. */
export function dimmedUri(dim: NonNullable<Row['dim']>): Uri {
  return Uri.from({ scheme: SCHEME, path: `/${dim}` });
}

/** Dims rows whose figures are not known to be true any more. Their words say so too: this is the last signal. */
export function registerDecorations(): Disposable {
  const provider: FileDecorationProvider = {
    provideFileDecoration: ({ scheme, path }) =>
      scheme === SCHEME
        ? new FileDecoration(
            undefined,
            path === '/cut' ? l10n.t('Not connected') : l10n.t('Not current'),
            new ThemeColor(DIM_COLOR),
          )
        : undefined,
  };
  return window.registerFileDecorationProvider(provider);
}
