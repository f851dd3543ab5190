/** What stands on the picture of one page. */
export interface Preview {
  /** The page's path without its slash. */
  readonly page: string;
  /** Two lines: the second one in the strong colour. */
  readonly lines: readonly [string, string];
  /** Files of `public/art`, side by side on one table. */
  readonly art: readonly string[];
}

/** The pages that have a picture of their own; all others show `og.png`. */
export const previews: readonly Preview[] = [
  { page: 'about', lines: ['Who we are,', 'and our two rules.'], art: ['bowl', 'loaf'] },
  { page: 'faq', lines: ['Good questions,', 'plain answers.'], art: ['fork-question'] },
  { page: 'impact-report', lines: ['A year of snacks,', 'added up.'], art: ['step-choose', 'bowl'] },
];
