export function exactly(text: string): RegExp {
  return new RegExp(`^\\s*${literally(text)}\\s*$`);
}

export function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
