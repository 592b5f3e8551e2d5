import { fetchElsewhere } from './fetchAsLocalhost.js';
import { INSTANCE_HEADER } from './serviceFile.js';

/**
 * What is at the URL of a service elsewhere: a vault, something that leads to another URL, something that answers otherwise
 * (a proxy in front of a vault that is down, or another program), something that does not answer in time, or nothing.
 */
export type Elsewhere =
  | { readonly kind: 'vault' }
  | { readonly kind: 'leads'; readonly to: string }
  | { readonly kind: 'other'; readonly status: number }
  | { readonly kind: 'silent' }
  | { readonly kind: 'nothing' };

/**
 * Asks what answers at a URL, as any client from elsewhere does: with the name in the URL, which a proxy may need, and over
 * TLS. Sends no credential. Takes at most `timeoutMs`, and never rejects.
 */
export async function probeElsewhere(url: string, timeoutMs: number): Promise<Elsewhere> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    // A redirect could lead a credential to somebody else: no client follows it.
    const response = await fetchElsewhere(new Request(`${url}/healthz`, { signal }));
    await response.body?.cancel();
    const { status, headers } = response;
    if (response.ok && headers.has(INSTANCE_HEADER)) return { kind: 'vault' };
    const location = headers.get('location');
    if (status < 300 || status >= 400 || location === null) return { kind: 'other', status };
    return { kind: 'leads', to: new URL(location, url).href.replace(/\/healthz$/, '') };
  } catch {
    return { kind: signal.aborted ? 'silent' : 'nothing' };
  }
}
