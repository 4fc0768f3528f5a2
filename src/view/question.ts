export interface SplitQuestion {
  /** What is asked about: `Cup winner 2027`; absent where the question is one sentence. */
  readonly about: string | undefined;
  /** What this market says of it, `Bisons`, without the question mark it then no longer needs; else all of it. */
  readonly own: string;
}

/**
 * A market's question taken apart: behind the title of its event where it begins with that, else at its last colon where
 * it is a subject with an answer (`Cup winner 2027: Bisons?`) and not a sentence (`Who wins: Otters at Herons?`).
 */
export function splitQuestion(question: string, eventTitle: string | undefined): SplitQuestion {
  const title = eventTitle?.replace(/\?$/, '');
  if (title !== undefined && title !== '' && question.startsWith(title)) {
    const own = answerIn(/^\??:\s+(.+)$/.exec(question.slice(title.length))?.[1]);
    if (own !== undefined) return { about: title, own };
  }
  const [, about, rest] = /^(.+): (.+)\?$/.exec(question) ?? [];
  const own = answerIn(rest);
  if (about === undefined || own === undefined || SENTENCE.test(about) || about.includes('?')) {
    return { about: undefined, own: question };
  }
  return { about, own };
}

/** How a question begins that is a sentence of its own, whatever stands behind its colon. */
const SENTENCE =
  /^(who|whose|what|which|when|where|why|how|will|would|can|could|may|should|shall|is|are|was|were|do|does|did|has|have|had)\b/i;

function answerIn(text: string | undefined): string | undefined {
  const answer = text?.replace(/\?$/, '').trim();
  return answer === '' ? undefined : answer;
}
