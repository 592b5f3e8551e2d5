/** The end of an id, which the vault takes for the whole one: 8 characters, as tables and Markdown show it. */
export const shortId = (id: string): string => id.slice(-8);
