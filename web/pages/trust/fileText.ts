/** More than any checkpoint has, with a hundred signatures. */
const LONGEST = 64 * 1024;

/** The text of a small file. Throws an `Error` in words for people when it cannot be that of a checkpoint. */
export async function fileText(file: Pick<Blob, 'size' | 'arrayBuffer'>): Promise<string> {
  if (file.size > LONGEST) throw new Error('it is larger than any checkpoint');
  if (file.size === 0) throw new Error('it is empty');
  const bytes = await file.arrayBuffer();
  try {
    // A mark of the order of bytes would be taken away silently, and with it the proof of what was signed.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Error('it is no text');
  }
}
