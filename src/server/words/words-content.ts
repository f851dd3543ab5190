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
import type { PageContent } from '#server/http/page-content.ts';

/**
 * The words in pages: in place of the placeholders, and as settings for the scripts. Nothing is escaped, because words
 * that contain a character of HTML or JSON cannot be published.
 */
export const wordsContent = (version: number, words: CurrentWords): PageContent => ({
  key: `words ${version}`,
  putInto: (page) =>
    replacementsOf(words).reduce(
      (filled, [placeholder, text]) =>
        filled
          .replaceAll(placeholder, () => text)
          .replaceAll(encodeURIComponent(placeholder), () => encodeURIComponent(text)),
      withoutMissingLinks(page, words.socialLinks).replace('<!--words-->', () => settingsOf(words)),
    ),
});

const replacementsOf = ({ name, contactEmail, socialLinks }: CurrentWords): readonly (readonly [string, string])[] => [
  [namePlaceholder, name],
  [wordmarkPlaceholder, wordmarkOf(name)],
  [hashtagPlaceholder, hashtagOf(name)],
  [contactEmailPlaceholder, contactEmail],
  ...socialNetworks.map((network) => [socialPlaceholder(network), socialLinks[network]] as const),
];

/** Removes the list items, and the entries of structured data, of networks on which we have no page. */
function withoutMissingLinks(page: string, links: SocialLinks): string {
  const missing = socialNetworks.filter((network) => links[network] === '').map(socialPlaceholder);
  return missing.reduce((rest, placeholder) => {
    const item = new RegExp(`<li><a href="${placeholder}"(?:(?!</li>).)*</li>`, 'gs');
    return rest
      .replaceAll(item, '')
      .replaceAll(`"${placeholder}",`, '')
      .replaceAll(`,"${placeholder}"`, '')
      .replaceAll(`"${placeholder}"`, '');
  }, page);
}

/** The words for the page's scripts, which have the words of a new installation built in. */
function settingsOf({ name, contactEmail, socialLinks }: CurrentWords): string {
  const settings: [string, string][] = [['contact-email', contactEmail]];
  if (name !== brand.name) settings.push(['site-name', name]);
  for (const network of socialNetworks)
    if (socialLinks[network] !== brand.socialLinks[network]) settings.push([`social-${network}`, socialLinks[network]]);
  return settings.map(([setting, content]) => html`<meta name="${setting}" content="${content}" />`.markup).join('');
}
