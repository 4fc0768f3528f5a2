/** Matches a whole text. */
export function exactly(text: string): RegExp {
  return new RegExp(`^\\s*${literally(text)}\\s*$`);
}

/** What a regular expression matches the text by. */
export function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
