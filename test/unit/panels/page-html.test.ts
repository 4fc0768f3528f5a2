import assert from 'node:assert/strict';
import { type PageHtmlOptions, pageHtml } from '../../../src/features/panels/page-html.ts';

describe('panel page', () => {
  it('allows its own script by nonce, its own style sheet, and nothing else', () => {
    assert.equal(
      policyOf({}),
      "default-src 'none'; script-src 'nonce-n0nce'; style-src vscode-resource:; img-src 'none'; base-uri 'none'; form-action 'none'",
    );
  });

  it('allows pictures over https only where the user allowed them', () => {
    assert.match(policyOf({ images: true }), /img-src https:;/);
  });

  it('holds no inline script, style or handler', () => {
    const html = pageHtml(options({}));
    assert.doesNotMatch(html, /<style|style=|\son\w+=|javascript:|unsafe/i);
    assert.deepEqual(html.match(/<script[^>]*>[^<]*/g), [
      '<script nonce="n0nce" src="https://files/market.js">',
    ]);
  });

  it('writes titles of others as text', () => {
    const html = pageHtml(options({ title: '"><img src=x onerror=alert(1)>', language: '"><b>' }));
    assert.doesNotMatch(html, /<img|<b>/);
    assert.match(html, /<title>&#34;&#62;&#60;img src=x onerror=alert\(1\)&#62;<\/title>/);
  });
});

function options(change: Partial<PageHtmlOptions>): PageHtmlOptions {
  return {
    cspSource: 'vscode-resource:',
    scriptUri: 'https://files/market.js',
    styleUri: 'https://files/panel.css',
    language: 'en',
    title: 'Market',
    loading: 'Loading…',
    images: false,
    nonce: 'n0nce',
    ...change,
  };
}

function policyOf(change: Partial<PageHtmlOptions>): string {
  const [, attribute] = /Content-Security-Policy" content="([^"]*)"/.exec(pageHtml(options(change))) ?? [];
  return (attribute ?? '').replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}
