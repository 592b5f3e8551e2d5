/** The folder of the running Node if it is of this major version, otherwise of one that is installed for it. */
export function nodeFolder(major: number): string;
