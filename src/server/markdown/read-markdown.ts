import { Lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import type {
  MarkdownBlock,
  MarkdownBlocks,
  MarkdownPart,
  MarkdownProblem,
  MarkdownText,
} from '#domain/markdown/markdown.ts';

/** A text in Markdown: its blocks, or why it is refused. */
export type ReadMarkdown =
  | { readonly code: 'read'; readonly blocks: MarkdownBlocks }
  | { readonly code: 'refused'; readonly problem: MarkdownProblem };

/**
 * Reads the part of Markdown that we publish: headings, paragraphs, lists, quotes, lines, bold, italics and links. Anything else
 * is refused instead of left out, so that the author knows.
 */
export function readMarkdown(text: string, medium: Medium = 'mail'): ReadMarkdown {
  if (isIntricate(text)) return { code: 'refused', problem: 'intricate' };
  try {
    return { code: 'read', blocks: readBlocks(Lexer.lex(text, { gfm: true }), links[medium]) };
  } catch (error) {
    if (error instanceof NotPublishable) return { code: 'refused', problem: error.problem };
    throw error;
  }
}

/** The place where a text is shown. Pages can link to our own pages by path, emails cannot. */
export type Medium = 'mail' | 'page';

/** Returns a link's address, or throws for one that is refused. */
type ReadLink = (href: string) => string;

/**
 * Returns true if reading could keep the server busy: the lexer calls itself for each nested list and quote, and searches the
 * rest of the paragraph for the end of each link, star, backquote and the like.
 */
const isIntricate = (text: string): boolean =>
  deepNesting.test(text) ||
  text
    .split(/\n[ \t]*\n/)
    .some((part) => part.split('[').length - 1 > linksMax || part.split(/[*_!`~]/).length - 1 > starsMax);

/** The most links, and the most stars and the like, in one paragraph or list. */
const linksMax = 100;
const starsMax = 400;

/** More than eight quotes or lists inside each other on one line. */
const deepNesting = /^(?:[ \t]*(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])){9}/m;

/** Thrown at the first part of a text that is refused. */
class NotPublishable extends Error {
  readonly problem: MarkdownProblem;

  constructor(problem: MarkdownProblem) {
    super(problem);
    this.problem = problem;
  }
}

const readBlocks = (tokens: readonly Token[], readLink: ReadLink): MarkdownBlocks =>
  known(tokens).flatMap((token) => readBlock(token, readLink));

function readBlock(token: MarkedToken, readLink: ReadLink): MarkdownBlocks {
  switch (token.type) {
    case 'space':
    case 'def': // the address of a link, which the link itself has too
      return [];
    case 'heading':
      return [{ kind: 'heading', level: token.depth === 1 ? 1 : 2, text: readText(token.tokens, readLink) }];
    case 'paragraph':
      return [{ kind: 'paragraph', text: readText(token.tokens, readLink) }];
    case 'text': // in a list
      return [{ kind: 'paragraph', text: readText(token.tokens ?? [token], readLink) }];
    case 'list':
      return [readList(token, readLink)];
    case 'blockquote':
      return [{ kind: 'quote', blocks: readBlocks(token.tokens, readLink) }];
    case 'hr':
      return [{ kind: 'line' }];
    case 'html':
      throw new NotPublishable('html');
    default:
      throw new NotPublishable('unsupported');
  }
}

function readList({ ordered, items }: Tokens.List, readLink: ReadLink): MarkdownBlock {
  if (items.some(({ task }) => task)) throw new NotPublishable('unsupported');
  return { kind: 'list', isNumbered: ordered, items: items.map(({ tokens }) => readBlocks(tokens, readLink)) };
}

const readText = (tokens: readonly Token[], readLink: ReadLink): MarkdownText =>
  known(tokens).map((token) => readPart(token, readLink));

function readPart(token: MarkedToken, readLink: ReadLink): MarkdownPart {
  switch (token.type) {
    case 'text':
    case 'escape':
      return { kind: 'text', text: token.text };
    case 'strong':
      return { kind: 'strong', text: readText(token.tokens, readLink) };
    case 'em':
      return { kind: 'emphasis', text: readText(token.tokens, readLink) };
    case 'br':
      return { kind: 'break' };
    case 'link':
      return { kind: 'link', url: readLink(token.href), text: readText(token.tokens, readLink) };
    case 'image':
      throw new NotPublishable('image');
    case 'html':
      throw new NotPublishable('html');
    default:
      throw new NotPublishable('unsupported');
  }
}

const withProtocol =
  (protocols: readonly string[]): ReadLink =>
  (href) => {
    const url = URL.canParse(href) ? new URL(href) : undefined;
    if (!url || !protocols.includes(url.protocol)) throw new NotPublishable('link');
    return url.href;
  };

/** The path of a page of ours, with a fragment or without. A second slash, or a backslash, would lead to another site. */
const ownPath = /^\/(?!\/)[\w./-]*(?:#[\w-]+)?$/;

const linkOnPage = withProtocol(['https:', 'mailto:']);

const links: Readonly<Record<Medium, ReadLink>> = {
  mail: withProtocol(['https:', 'http:', 'mailto:']),
  page: (href) => (ownPath.test(href) ? href : linkOnPage(href)),
};

/** Without extensions the lexer creates only these tokens. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
const known = (tokens: readonly Token[]): readonly MarkedToken[] => tokens as readonly MarkedToken[];
