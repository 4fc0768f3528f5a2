/** True for a URL's `hostname` that cannot leave this machine: localhost, 127.0.0.0/8 or [::1]. */
export function isLoopbackHost(hostname: string): boolean {
  // URL has already normalised numeric spellings (127.1, 0x7f000001) to four decimal parts.
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
