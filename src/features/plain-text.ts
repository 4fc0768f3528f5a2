/** Text as Markdown that shows it and nothing else: one line, no links, no pictures, no markup. */
export function escapeMarkdown(text: string): string {
  return (
    text
      .replace(/\s+/g, ' ')
      .trim()
      .replace(/[\\`*_{}[\]()#+\-.!|~>$]/g, '\\$&')
      .replace(/&/g, '&amp;')
      .replace(/</g, '&lt;')
      // An address becomes a link by itself; one without its colon does not.
      .replace(/:(?=\/\/)/g, '&#58;')
  );
}

/**
 * Returns the text with each address in it without its scheme. The editor makes links of addresses in any document by
 * itself, and has no way of saying that one is only text.
 */
export function withoutLinks(text: string): string {
  return text.replace(/(?:[a-z][a-z\d+.-]*)?:\/{2,}/gi, '');
}
