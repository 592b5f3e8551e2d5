/** Which events are shown; all without any. */
export interface EventFilter {
  readonly types?: readonly string[] | undefined;
  readonly stream?: string | undefined;
}

/** A filter as parameters of the API. */
export function queryOf({ types, stream }: EventFilter): { type?: string; stream?: string } {
  return { ...(types && { type: types.join() }), ...(stream && { stream }) };
}

/** The position in a link to the next page: `</admin/events?before=100>; rel="next"`. */
export function nextOf(link: string | null): number | undefined {
  const [, before] = /[?&]before=(\d+)[^>]*>; rel="next"/.exec(link ?? '') ?? [];
  return before === undefined ? undefined : Number(before);
}
