/**
 * A member of an open set: the ones named by the public record, or whatever else the service sends. Wire prefixes
 * (`ORDER_STATE_` …) and integer codes are gone by here; an unlisted member keeps its raw text and is shown as such.
 */
export type Listed<T extends string> = T | (string & { readonly unlisted?: never });
