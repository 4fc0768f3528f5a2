/**
 * Text of a document with each address in it taken apart by a blank. The editor makes links of addresses in any document
 * by itself, and has no way of saying that one is only text.
 */
export function withoutLinks(text: string): string {
  return text.replaceAll('://', ': //');
}
