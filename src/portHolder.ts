/** Says what answers on a port, in words that end a sentence. */
export async function portHolder(host: string, port: number): Promise<string> {
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}/api/v1/status`;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(1000) });
    const status: unknown = await response.json();
    if (typeof status === 'object' && status && 'version' in status && 'tier' in status) {
      return `another Memory Vault, version ${String(status.version)}`;
    }
  } catch {
    // It does not speak our language: it is something else.
  }
  return 'another program';
}
