/** A word or phrase that the glossary retires, and what to write instead. */
interface RetiredWord {
  /** Matched against plain words: lower case, names split into their words, line breaks and comment marks removed. */
  readonly pattern: RegExp;
  readonly instead: string;
}

/** Retired words that have no ordinary meaning here, as in the last table of `docs/glossary.md`. */
const retiredWords: readonly RetiredWord[] = [
  { pattern: /\bdeeds?\b/g, instead: 'action' },
  { pattern: /\bown amounts?\b/g, instead: 'custom amount' },
  { pattern: /\b(?:put(?:s|ting)?|set(?:s|ting)?)(?: \w+)? aside\b/g, instead: 'quarantine' },
  { pattern: /\bone door\b/g, instead: 'single entry point' },
  { pattern: /\bwhoever\b/g, instead: 'who' },
  { pattern: /\bsomebody(?:'s)?\b/g, instead: 'someone' },
  { pattern: /\bnobody's\b/g, instead: "no one's" },
  { pattern: /\bmeanwhile\b/g, instead: 'while' },
  { pattern: /\bhence\b/g, instead: 'so' },
  { pattern: /\bthereby\b/g, instead: 'by' },
  { pattern: /\bthereof\b/g, instead: 'of it' },
  { pattern: /\bwhence\b/g, instead: 'from where' },
  { pattern: /\blest\b/g, instead: 'so that … not' },
  { pattern: /\bword of (?:its|their)\b/g, instead: 'message about' },
  { pattern: /\bgo(?:es)? on by itself\b/g, instead: 'resumes automatically' },
  { pattern: /\bcomes? to about\b/g, instead: 'adds up to about' },
  { pattern: /\b(?:made|makes?) up for\b/g, instead: 'recovered' },
  { pattern: /\bunasked\b/g, instead: 'unsolicited' },
  { pattern: /\be mail(?:s|ed|ing)?\b/g, instead: 'email' },
  { pattern: /\bcolour(?:s|ed)?\b/g, instead: 'color' },
  { pattern: /\bcancelled\b/g, instead: 'canceled' },
  { pattern: /\blabelled\b/g, instead: 'labeled' },
  { pattern: /\bafterwards\b/g, instead: 'afterward' },
];

/** Texts that are allowed although they contain a retired word, each with the reason. */
export const allowedTexts: readonly { readonly text: string; readonly reason: string }[] = [
  { text: 'unasked_mails', reason: 'a table of landed migrations' },
  { text: 'cancelled or modified', reason: 'a sentence of the specification' },
  { text: "'CANCELLED'", reason: 'a status of PayPal' },
];

/** Finds the retired words in a text. Returns each with its replacement: `whoever (write: who)`. */
export function findRetiredWords(text: string): string[] {
  const allowed = allowedTexts.reduce((rest, { text: fixed }) => rest.replaceAll(fixed, ''), text);
  const words = plainWords(allowed);
  return retiredWords.flatMap(({ pattern, instead }) =>
    [...words.matchAll(pattern)].map(([found]) => `${found} (write: ${instead})`),
  );
}

/** Converts a text to lower-case words, with camelCase, kebab-case and snake_case names split and lines joined. */
const plainWords = (text: string): string =>
  text
    .replaceAll('’', "'")
    .replaceAll(/\n\s*(?:\*|\/\/|#|>|\|)*\s*/g, ' ')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_]/g, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .toLowerCase();
