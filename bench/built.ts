/** A module of the built service: what is measured is what users run, and it has its threads. */
export function built<Module>(path: string): Promise<Module> {
  // The caller names the type of the source that the file was built from; the compiler does not know `dist`.
  return import(new URL(`../dist/${path}`, import.meta.url).href) as Promise<Module>;
}
