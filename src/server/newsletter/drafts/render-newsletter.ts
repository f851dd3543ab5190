import type { RenderedMail } from '#domain/mail/mail.ts';
import type { NewsletterRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { readMarkdown } from '#server/markdown/read-markdown.ts';
import { findSettings } from './queries.ts';

/** Renders a newsletter as its email, without a subscriber's link. */
export async function renderPreview(deps: Deps, newsletter: NewsletterRow): Promise<RenderedMail> {
  const settings = await findSettings(deps.db.read);
  return renderNewsletter(deps, newsletter, {
    postalAddress: settings?.postal_address ?? null,
    unsubscribeUrl: null,
  });
}

interface Footer {
  readonly postalAddress: string | null;
  readonly unsubscribeUrl: string | null;
}

export function renderNewsletter(
  deps: Deps,
  { id, subject, body }: Pick<NewsletterRow, 'id' | 'subject' | 'body'>,
  footer: Footer,
): Promise<RenderedMail> {
  const read = readMarkdown(body);
  if (read.code === 'refused') throw new Error(`the text of ${id} cannot be published: ${read.problem}`);
  return deps.renderMail('newsletter', { subject, blocks: read.blocks, ...footer });
}
