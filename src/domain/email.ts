import { z } from 'zod';
import { verbatimText } from './text.js';

/** An e-mail address as browsers check it (HTML, "valid e-mail address"). Its longest length is that of an author. */
export const Email = z
  .string()
  .trim()
  .regex(z.regexes.html5Email, 'must be an e-mail address such as ada@example.org')
  .pipe(verbatimText(1, 200))
  .meta({
    id: 'Email',
    override: {
      type: 'string',
      pattern: z.regexes.html5Email.source,
      minLength: 1,
      maxLength: 200,
    },
  });
