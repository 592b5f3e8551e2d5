/** Imports a module of the built service, because users run built files and threads start only from them. */
export function built<Module>(path: string): Promise<Module> {
  // The cast is the caller's: the type of the source that the file was built from. The compiler does not know `dist`.
  return import(new URL(`../../dist/${path}`, import.meta.url).href) as Promise<Module>;
}
