/**
 * Headers that tell browsers to treat all answers as data: not to run, frame, sniff or cache them. They are those of helmet,
 * without HSTS, because only the proxy in front knows whether the connection is encrypted. `same-origin` concerns only loads
 * without CORS, so pages of the allowed origin still work.
 */
export const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
  'cache-control': 'no-store',
} as const;
