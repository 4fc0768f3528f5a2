/**
 * A member of an open set: one of the members on record, or any other text the service sends. Prefixes
 * (`ORDER_STATE_` …) and integer codes are gone by here; an unknown member keeps its raw text and is shown as such.
 */
export type OpenEnum<T extends string> = T | (string & { readonly unlisted?: never });
