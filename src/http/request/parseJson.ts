import { Rejection } from '../../domain/rejection.js';

/**
 * Parses UTF-8 JSON. Throws `Rejection('invalid_payload')`. A `__proto__` key is harmless: `JSON.parse` makes it an own
 * property, which no schema knows.
 */
export function parseJson(bytes: Uint8Array): unknown {
  const text = decodeUtf8(bytes);
  try {
    return JSON.parse(text);
  } catch {
    throw new Rejection('invalid_payload', 'body: must be JSON');
  }
}

/** `fatal`, because invalid UTF-8 would silently become U+FFFD. */
function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Rejection('invalid_payload', 'body: must be UTF-8');
  }
}
