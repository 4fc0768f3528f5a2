/** One fact of the play: a label and a few characters for the eye, a phrase with full names for the ear. */
export interface SituationFact {
  readonly label: string;
  readonly text: string;
  readonly spoken: string;
}

/** What a team of the event is called, by its id; undefined for an id of no team of it. */
export interface TeamWords {
  name(id: string | undefined): string | undefined;
  short(id: string | undefined): string | undefined;
  full(id: string | undefined): string | undefined;
  /** Id of the team a provider calls by this one. */
  ofProvider(id: string | undefined): string | undefined;
}

export type Facts = readonly SituationFact[];

/** Both texts alike, the spoken one after its label. */
export function plainFact(label: string, text: string | number | undefined): Facts {
  if (text === undefined || text === '') return [];
  return [{ label, text: String(text), spoken: `${label.charAt(0).toLowerCase()}${label.slice(1)} ${text}` }];
}
