/** A block of text that staff wrote in Markdown. It contains no HTML, and its links go to web pages or email addresses. */
export type MarkdownBlock =
  | { readonly kind: 'heading'; readonly level: 1 | 2; readonly text: MarkdownText }
  | { readonly kind: 'paragraph'; readonly text: MarkdownText }
  | { readonly kind: 'list'; readonly isNumbered: boolean; readonly items: readonly MarkdownBlocks[] }
  | { readonly kind: 'quote'; readonly blocks: MarkdownBlocks }
  | { readonly kind: 'line' };

export type MarkdownBlocks = readonly MarkdownBlock[];

/** A part of a line of text. */
export type MarkdownPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis'; readonly text: MarkdownText }
  | { readonly kind: 'link'; readonly url: string; readonly text: MarkdownText }
  | { readonly kind: 'break' };

export type MarkdownText = readonly MarkdownPart[];

/** The reason why a text is refused: something in it that we do not publish. */
export type MarkdownProblem = 'html' | 'image' | 'link' | 'intricate' | 'unsupported';

/** Returns a text without its formatting. */
export const plainTextOf = (text: MarkdownText): string =>
  text
    .map((part) => {
      if (part.kind === 'break') return ' ';
      return typeof part.text === 'string' ? part.text : plainTextOf(part.text);
    })
    .join('')
    .replaceAll(/\s+/g, ' ');
