import type { ApiDocument, Operation, Parameter } from './apiDocument.js';
import { exampleOf } from './exampleOf.js';

/** A request of an operation with curl, for a POSIX shell: with the examples of what it needs. */
export function curlLine(document: ApiDocument, operation: Operation, origin: string): string {
  const { method, path, parameters, body } = operation;
  const needed = parameters.filter(({ required }) => required);
  const textOf = ({ schema }: Parameter) => String(exampleOf(document, schema));
  const filled = needed
    .filter((one) => one.in === 'path')
    .reduce((at, one) => at.replace(`{${one.name}}`, () => encodeURIComponent(textOf(one))), path);
  const query = needed
    .filter((one) => one.in === 'query')
    .map((one) => `${one.name}=${encodeURIComponent(textOf(one))}`)
    .join('&');
  const json = body.find(([type]) => type === 'application/json')?.[1];
  const example = json && (json.example ?? (json.schema && exampleOf(document, json.schema)));
  // curl posts what has a body.
  const isPlain = method === 'GET' || (method === 'POST' && example !== undefined);
  const parts = [
    `curl${isPlain ? '' : ` -X ${method}`} ${quoted(`${origin}${filled}${query && `?${query}`}`)}`,
    ...credentialOf(operation),
    ...(example === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(example))}`]),
  ];
  return parts.join(' \\\n  ');
}

/** The header with the credential that an operation needs, from a variable of the shell. */
function credentialOf({ security }: Operation): readonly string[] {
  const isOptional = security.some((one) => Object.keys(one).length === 0);
  if (security.length === 0 || isOptional) return [];
  if (security.some((one) => 'hiveKey' in one)) return ['-H "X-Hive-Key: $VAULT_HIVE_KEY"'];
  return ['-H "Authorization: Bearer $VAULT_TOKEN"'];
}

/** A text as one word of a POSIX shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
