declare const brand: unique symbol;

/**
 * Text that has passed the privacy filter. Events, and so all stored data, hold only such text. Only the filter makes
 * values of this type, so code that bypasses the filter does not compile.
 */
export type Redacted = string & { readonly [brand]: true };
