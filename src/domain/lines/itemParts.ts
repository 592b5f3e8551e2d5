/** The text of one item of a batch; `line` counts from 1. Without `bytes` it is too long to be read. */
export interface ItemBytes {
  readonly line: number;
  readonly bytes: Buffer | undefined;
}

/** Collects the bytes of an item, which arrive in parts, as long as they are at most `most`. */
export class ItemParts {
  #parts: Buffer[] = [];
  #length = 0;

  constructor(private readonly most: number) {}

  add(part: Buffer): void {
    this.#length += part.length;
    if (this.#length <= this.most) this.#parts.push(part);
    else this.#parts = [];
  }

  /** The item, whole; undefined when it is too long. The next part begins another one. */
  take(): Buffer | undefined {
    const bytes = this.#length <= this.most ? Buffer.concat(this.#parts) : undefined;
    this.#parts = [];
    this.#length = 0;
    return bytes;
  }
}
