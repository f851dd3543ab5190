import { brand } from '#domain/brand.ts';
import {
  contactEmailPlaceholder,
  hashtagPlaceholder,
  namePlaceholder,
  socialPlaceholder,
  wordmarkPlaceholder,
} from '#domain/page-placeholders.ts';
import { hashtagOf } from '#domain/words/name-forms.ts';
import { socialNetworks, type SocialLinks } from '#domain/words/social-links.ts';
import { wordmarkOf } from '#domain/words/wordmark.ts';
import type { CurrentWords } from '#server/current-words.ts';
import { html } from '#server/http/html.ts';
import { wordsPlaceholder, type PageContent } from '#server/http/page-content.ts';

/**
 * Writes the words into pages: in place of the placeholders, and as settings for the scripts. Texts in place of placeholders
 * are not escaped, because words that contain special characters of HTML or JSON cannot be published.
 */
export const wordsContent = (version: number, words: CurrentWords): PageContent => ({
  key: `words ${version}`,
  putInto: (page) =>
    replacementsOf(words).reduce(
      (filled, [placeholder, text]) =>
        filled
          .replaceAll(placeholder, () => text)
          .replaceAll(encodeURIComponent(placeholder), () => encodeURIComponent(text)),
      withoutMissingLinks(page, words.socialLinks).replace(wordsPlaceholder, () => settingsOf(words)),
    ),
});

const replacementsOf = ({ name, contactEmail, socialLinks }: CurrentWords): readonly (readonly [string, string])[] => [
  [namePlaceholder, name],
  [wordmarkPlaceholder, wordmarkOf(name)],
  [hashtagPlaceholder, hashtagOf(name)],
  [contactEmailPlaceholder, contactEmail],
  ...socialNetworks.map((network) => [socialPlaceholder(network), socialLinks[network]] as const),
];

/** Removes networks on which we have no page, from lists and from structured data. */
function withoutMissingLinks(page: string, links: SocialLinks): string {
  const missing = socialNetworks.filter((network) => links[network] === '').map(socialPlaceholder);
  return missing.reduce((remaining, placeholder) => {
    const item = new RegExp(`<li><a href="${placeholder}"(?:(?!</li>).)*</li>`, 'gs');
    return remaining
      .replaceAll(item, '')
      .replaceAll(`"${placeholder}",`, '')
      .replaceAll(`,"${placeholder}"`, '')
      .replaceAll(`"${placeholder}"`, '');
  }, page);
}

/** The contact address, and the words that differ from those built into the page's scripts, as `<meta>` elements. */
function settingsOf({ name, contactEmail, socialLinks }: CurrentWords): string {
  const settings: [string, string][] = [['contact-email', contactEmail]];
  if (name !== brand.name) settings.push(['site-name', name]);
  for (const network of socialNetworks)
    if (socialLinks[network] !== brand.socialLinks[network]) settings.push([`social-${network}`, socialLinks[network]]);
  return settings.map(([setting, content]) => html`<meta name="${setting}" content="${content}" />`.markup).join('');
}
