import { createElement, Fragment, type JSX, type ReactNode } from 'react';
import type { MarkdownBlock, MarkdownBlocks, MarkdownPart, MarkdownText } from '#domain/markdown/markdown.ts';
import { Link } from './link.tsx';

/** A text that staff wrote in Markdown. Its headings rank below those of the page. */
export const Markdown = ({ blocks }: { readonly blocks: MarkdownBlocks }): ReactNode =>
  inOrder(blocks.map((block) => createElement(Block, { block })));

function Block({ block }: { readonly block: MarkdownBlock }): ReactNode {
  switch (block.kind) {
    case 'heading':
      return createElement(block.level === 1 ? 'h3' : 'h4', undefined, <Parts text={block.text} />);
    case 'paragraph':
      return (
        <p>
          <Parts text={block.text} />
        </p>
      );
    case 'list':
      return createElement(
        block.isNumbered ? 'ol' : 'ul',
        undefined,
        inOrder(block.items.map((blocks) => createElement(Item, { blocks }))),
      );
    case 'quote':
      return (
        <blockquote>
          <Markdown blocks={block.blocks} />
        </blockquote>
      );
    case 'line':
      return <hr />;
  }
}

/** The first paragraph of an item has no space around it. */
function Item({ blocks }: { readonly blocks: MarkdownBlocks }): JSX.Element {
  const [first, ...others] = blocks;
  const isText = first?.kind === 'paragraph';
  return (
    <li>
      {isText && <Parts text={first.text} />}
      <Markdown blocks={isText ? others : blocks} />
    </li>
  );
}

const Parts = ({ text }: { readonly text: MarkdownText }): ReactNode => inOrder(text.map(renderPart));

function renderPart(part: MarkdownPart): ReactNode {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'break':
      return <br />;
    case 'strong':
      return createElement('strong', undefined, <Parts text={part.text} />);
    case 'emphasis':
      return createElement('em', undefined, <Parts text={part.text} />);
    case 'link':
      return <TextLink url={part.url} text={part.text} />;
  }
}

const TextLink = ({ url, text }: { readonly url: string; readonly text: MarkdownText }): JSX.Element =>
  url.startsWith('/') ? (
    <Link to={url} className="link">
      <Parts text={text} />
    </Link>
  ) : (
    <a href={url} className="link">
      <Parts text={text} />
    </a>
  );

/** The parts need no keys: a changed text replaces all of them. */
const inOrder = (parts: readonly ReactNode[]): ReactNode => createElement(Fragment, undefined, ...parts);
