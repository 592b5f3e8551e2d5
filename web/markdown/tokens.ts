/** Markdown as it was read. There is no kind for HTML: it is text. */
export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly inline: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly inline: readonly Inline[] }
  | { readonly kind: 'code'; readonly language: string; readonly text: string }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | { readonly kind: 'list'; readonly start: number | undefined; readonly items: readonly Item[] }
  | { readonly kind: 'table'; readonly head: Row; readonly rows: readonly Row[] }
  | { readonly kind: 'rule' };

export type Row = readonly (readonly Inline[])[];

/** An item of a list. `done` is defined for one of a task list. */
export interface Item {
  readonly done: boolean | undefined;
  readonly blocks: readonly Block[];
}

export type Inline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'em' | 'strong' | 'strike'; readonly inline: readonly Inline[] }
  | {
      readonly kind: 'link' | 'image';
      /** As it was written: it may lead anywhere (`safeTarget`). */
      readonly target: string;
      readonly inline: readonly Inline[];
    };
