import tls from 'node:tls';

/**
 * One TLS context for all connections: the roots Node brings, those of the operating system and those of
 * NODE_EXTRA_CA_CERTS, so that a company's own root works as it does in a browser. Reading the system's store takes
 * about 15 ms and handing the list to every connection 21 ms each, so it is made once, on the first https request.
 */
export function createTrust(): () => tls.SecureContext {
  let context: tls.SecureContext | undefined;
  return () => {
    context ??= tls.createSecureContext({ ca: trustedRoots() });
    return context;
  };
}

function trustedRoots(): string[] {
  const roots = [tls.rootCertificates, tls.getCACertificates('system'), tls.getCACertificates('extra')];
  return [...new Set(roots.flat())];
}
