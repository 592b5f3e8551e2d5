import type { DiagnosticCode } from '../diagnostics/catalogue.js';

/**
 * What `listenTextResolver` of the framework gives, with a code. It is passed on to the logger, which takes an object as
 * well as a text; the type says only text.
 */
export function codedLine(code: DiagnosticCode, msg: string): string {
  return { code, msg } as unknown as string;
}
