import { Heading, Link, Text } from '@react-email/components';
import type { DonorsMergedContent } from '#domain/mail/mail.ts';
import { formatCountOf } from '#domain/money/format.ts';
import type { MailWords } from '#domain/words/words.ts';
import { MailFrame } from './layout/mail-frame.tsx';
import { mailStyle } from './layout/mail-style.ts';
import { useMailWords } from './mail-words.ts';

export const donorsMergedSubject = ({ reader }: DonorsMergedContent, { name }: MailWords): string =>
  reader === 'guest' ? `Donations were added to your ${name} account` : `Your ${name} accounts are now one`;

/** Tells a donor that the team has merged two accounts, or added what a guest with the same address gave. */
export function DonorsMergedMail(content: DonorsMergedContent) {
  return (
    <MailFrame preview="Everything you gave is now in one account.">
      <Heading as="h1" style={mailStyle.heading}>
        {content.reader === 'guest' ? 'All your donations in one account' : 'Your accounts are now one'}
      </Heading>
      <Text style={mailStyle.text}>{whatMoved(content)}</Text>
      {content.reader === 'ended' && (
        <Text style={mailStyle.text}>
          The account with this email address has been closed, so this is the last email we&apos;ll send here about your
          account. From now on, please sign in as {content.username} at{' '}
          <Link href={content.signInUrl} style={mailStyle.link}>
            {content.signInUrl}
          </Link>
          .
        </Text>
      )}
      <Text style={mailStyle.text}>
        {content.reader === 'ended' ? `If the account ${content.username} isn't yours` : "If you didn't expect this"},
        please write to {useMailWords().contactEmail} right away. We&apos;ll help you.
      </Text>
    </MailFrame>
  );
}

function whatMoved({ reader, username, donations, plans }: DonorsMergedContent): string {
  const counts = [
    ...(donations > 0 ? [formatCountOf(donations, 'donation')] : []),
    ...(plans > 0 ? [formatCountOf(plans, 'monthly donation')] : []),
  ].join(' and ');
  const list = counts === '' ? '.' : `: ${counts}.`;
  switch (reader) {
    case 'ended':
      return `You had two accounts with us. Our team has moved what you gave with this email address to your account ${username}${list}`;
    case 'kept':
      return `You had two accounts with us. Our team has moved what you gave with the other one to your account ${username}${list} The other account has been closed.`;
    case 'guest':
      return `Our team has added what you gave without signing in to your account ${username}${list}`;
  }
}
