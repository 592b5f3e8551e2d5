import { z } from 'zod';
import { optional } from '../../domain/text.js';
import type { Place } from '../../queries/page.js';
import type { Answer } from '../route.js';

/** `cursor` in a query string: the place behind which a page begins, as `nextPage` writes it. */
export const CursorParam = optional(
  z
    .string()
    .regex(/^-?\d{1,12}\.\d{1,15}$/, 'must be the cursor of a Link header of this service')
    .transform((text): Place => {
      const [created_at = 0, first = 0] = text.split('.').map(Number);
      return { created_at, first };
    }),
).meta({ description: 'Where the next page starts; taken from the Link header.' });

/** The header that `nextPage` is the value of. */
export const NEXT_PAGE: Answer['headers'] = {
  Link: 'The next page (`rel="next"`, RFC 8288), when there is one. Long texts end a page before `limit`.',
};

/** `Link` to the page behind a place: the URL of this one, with a cursor and with what `fixed` says. */
export function nextPage(
  url: string,
  { created_at, first }: Place,
  fixed: Readonly<Record<string, string>> = {},
): string {
  const [path = '', search = ''] = url.split('?');
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(fixed)) query.set(name, value);
  query.set('cursor', `${created_at}.${first}`);
  return `<${path}?${query}>; rel="next"`;
}
