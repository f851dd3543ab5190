import { headTags, type RenderedPage } from './head-tags.ts';

/** Placeholders in a page's frame, which is its document without what React renders. */
export const ownTagsPlaceholder = '<!--own-tags-->';
const markupPlaceholder = '<!--app-->';

/** Puts what React rendered into a page's frame. */
export function fillFrame(frame: string, page: RenderedPage): string {
  const [ownTags, body] = splitHeadTags(page.markup);
  const tags = [ownTags, ...headTags(page)].join('\n');
  return frame.replace(ownTagsPlaceholder, () => tags).replace(markupPlaceholder, () => body);
}

/** React puts the head's tags before all other markup. */
function splitHeadTags(markup: string): readonly [head: string, body: string] {
  const head = /^(?:<(?:meta|link)\b[^>]*>|<(title|style)\b[^>]*>.*?<\/\1>)*/s.exec(markup)?.[0] ?? '';
  return [head, markup.slice(head.length)];
}
