import { Heading, Hr, Link, Section, Text } from '@react-email/components';
import { createElement, Fragment, type ReactNode } from 'react';
import type { MarkdownBlock, MarkdownBlocks, MarkdownPart, MarkdownText } from '#domain/markdown/markdown.ts';
import { mailStyle } from './mail-style.ts';

/** A text that staff wrote in Markdown. */
export const Markdown = ({ blocks }: { readonly blocks: MarkdownBlocks }): ReactNode =>
  inOrder(blocks.map((block) => createElement(Block, { block })));

function Block({ block }: { readonly block: MarkdownBlock }): ReactNode {
  switch (block.kind) {
    case 'heading':
      return (
        <Heading as={block.level === 1 ? 'h2' : 'h3'} style={mailStyle.subheading}>
          <Parts text={block.text} />
        </Heading>
      );
    case 'paragraph':
      return (
        <Text style={mailStyle.text}>
          <Parts text={block.text} />
        </Text>
      );
    case 'list': {
      const List = block.isNumbered ? 'ol' : 'ul';
      return (
        <List style={mailStyle.list}>{inOrder(block.items.map((blocks) => createElement(Item, { blocks })))}</List>
      );
    }
    case 'quote':
      return (
        <Section style={mailStyle.quote}>
          <Markdown blocks={block.blocks} />
        </Section>
      );
    case 'line':
      return <Hr style={mailStyle.rule} />;
  }
}

/** The first paragraph of an item has no space around it. */
function Item({ blocks }: { readonly blocks: MarkdownBlocks }): ReactNode {
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
    case 'strong':
      return (
        <strong>
          <Parts text={part.text} />
        </strong>
      );
    case 'emphasis':
      return (
        <em>
          <Parts text={part.text} />
        </em>
      );
    case 'link':
      return (
        <Link href={part.url} style={mailStyle.link}>
          <Parts text={part.text} />
        </Link>
      );
    case 'break':
      return <br />;
  }
}

/** Parts of a text have no keys, because an email is rendered once. */
const inOrder = (parts: readonly ReactNode[]): ReactNode => createElement(Fragment, undefined, ...parts);
