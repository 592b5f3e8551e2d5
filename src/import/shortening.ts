import { formC } from '../domain/formC.js';
import { fitText } from './fitText.js';

/** The longest texts of a request, in code points. */
export const LONGEST = { title: 100, content: 524_288, name: 200, summary: 65_536 } as const;

/** Shortens the texts of one line, and remembers the fields that it had to shorten. */
export interface Shortening {
  /** `text` in normalisation form C, which may be longer than it was, of at most `most` code points. */
  shorten(field: string, text: string, most: number): string;
  /** The name of something in a field of an object, or nothing: `{}` where there is none. */
  name<F extends string>(field: F, text: string | undefined): { [K in F]?: string };
  note(field: string): void;
  /** `shortened` of a row, or nothing. */
  said(): { readonly shortened?: readonly string[] };
}

/** Starts with nothing shortened. */
export function shortening(): Shortening {
  const fields = new Set<string>();
  const shorten = (field: string, text: string, most: number) => {
    const whole = formC(text);
    const short = fitText(whole, most);
    if (short !== whole) fields.add(field);
    return short;
  };
  return {
    shorten,
    name<F extends string>(field: F, text: string | undefined) {
      if (text === undefined) return {};
      // A computed key widens to `string` for the compiler.
      return { [field]: shorten(field, text, LONGEST.name) } as { [K in F]: string };
    },
    note: (field) => void fields.add(field),
    said: () => (fields.size > 0 ? { shortened: [...fields] } : {}),
  };
}
