import { Heading, Link, Text } from '@react-email/components';
import type { NewsletterContent } from '#domain/mail/mail.ts';
import { plainTextOf } from '#domain/markdown/markdown.ts';
import { MailFrame } from './layout/mail-frame.tsx';
import { mailStyle } from './layout/mail-style.ts';
import { Markdown } from './layout/markdown.tsx';

/** A newsletter. Its footer has our postal address and an unsubscribe link, as the law requires. */
export const NewsletterMail = ({ subject, blocks, ...footer }: NewsletterContent) => (
  <MailFrame preview={firstWords(blocks) ?? subject} footer={<Footer {...footer} />}>
    <Heading as="h1" style={mailStyle.heading}>
      {subject}
    </Heading>
    <Markdown blocks={blocks} />
  </MailFrame>
);

function Footer({ postalAddress, unsubscribeUrl }: Pick<NewsletterContent, 'postalAddress' | 'unsubscribeUrl'>) {
  return (
    <>
      <Text style={{ ...mailStyle.small, whiteSpace: 'pre-line' }} data-plain-text>
        {postalAddress ?? 'Your postal address appears here once you have entered it.'}
      </Text>
      <Text style={mailStyle.small}>
        You get this email because you subscribed to our newsletter.{' '}
        {unsubscribeUrl === null ? (
          'Each subscriber sees an unsubscribe link here.'
        ) : (
          <Link href={unsubscribeUrl} style={mailStyle.link}>
            Unsubscribe
          </Link>
        )}
      </Text>
    </>
  );
}

/** The beginning of the first paragraph. */
function firstWords(blocks: NewsletterContent['blocks']): string | undefined {
  const paragraph = blocks.find(({ kind }) => kind === 'paragraph');
  return paragraph?.kind === 'paragraph' ? plainTextOf(paragraph.text).slice(0, 120) : undefined;
}
