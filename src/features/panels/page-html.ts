import { escapeHtml } from '../../view/html.ts';

export interface PageHtmlOptions {
  /** Source the editor serves local files from (`webview.cspSource`). */
  readonly cspSource: string;
  /** Addresses of the page's one script and one style sheet. */
  readonly scriptUri: string;
  readonly styleUri: string;
  /** BCP 47, e.g. `en`. */
  readonly language: string;
  readonly title: string;
  readonly loading: string;
  readonly images: boolean;
  /** 128 random bits, base64url, new for every page. */
  readonly nonce: string;
}

/**
 * The page of every panel. It may load and run the panel's own script (by nonce), the extension's style sheet, and
 * pictures over https where the user allowed them: no inline style or script, no frame, no form, no connection.
 */
export function pageHtml(options: PageHtmlOptions): string {
  const { cspSource, scriptUri, styleUri, language, title, loading, images, nonce } = options;
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${cspSource}`,
    `img-src ${images ? 'https:' : "'none'"}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${escapeHtml(styleUri)}">
</head>
<body>
<main id="root" aria-busy="true"><p class="note">${escapeHtml(loading)}</p></main>
<script nonce="${nonce}" src="${escapeHtml(scriptUri)}"></script>
</body>
</html>
`;
}
