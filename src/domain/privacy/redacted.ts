declare const brand: unique symbol;

/**
 * Text the privacy filter has been over: what events, and so everything stored, may hold. Only the filter makes it, so
 * that a path around the filter does not compile.
 */
export type Redacted = string & { readonly [brand]: true };
