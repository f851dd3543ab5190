import { brand } from '#domain/brand.ts';
import type { TextSection } from '#web/pages/sectioned-page.tsx';
import { PageLink } from '#web/ui/page-link.tsx';

/** The terms about accounts, conduct, liability and the terms themselves. */
export const rulesSections: readonly TextSection[] = [
  {
    id: 'accounts',
    title: 'Accounts',
    content: (
      <p>
        You can give without an account. If you open one, use your own e-mail address, keep your password to yourself
        and tell us when you think that somebody else knows it. You can delete your account at any time in your account
        settings. Streaks, points and badges are there for joy; they have no value in money.
      </p>
    ),
  },
  {
    id: 'fair-use',
    title: 'Fair use',
    content: (
      <>
        <p>{`So that ${brand.name} works for everybody, please do not:`}</p>
        <ul>
          <li>pay with somebody else&apos;s card, or try out whether cards work;</li>
          <li>pretend to be somebody else, or claim gifts that are not yours;</li>
          <li>break into, overload or copy the service;</li>
          <li>send messages that are unlawful or meant to hurt.</li>
        </ul>
        <p>We may close accounts that do, and refuse or pay back their donations.</p>
      </>
    ),
  },
  {
    id: 'our-content',
    title: 'Our name and pictures',
    content: (
      <p>
        {`The name ${brand.name}, our pictures and our texts belong to us. You are welcome to share links to our pages and to tell others about your gifts.`}
      </p>
    ),
  },
  {
    id: 'liability',
    title: 'What we answer for',
    content: (
      <p>
        We take care, but we cannot promise that the service is always there or free of mistakes. As far as the law
        allows, we do not answer for indirect damage, nor for more than you paid us in the twelve months before. Nothing
        in these terms takes away rights that the law gives you as a consumer.
      </p>
    ),
  },
  {
    id: 'privacy',
    title: 'Privacy',
    content: (
      <p>
        What we know about you, why, and what you can do about it stands in our{' '}
        <PageLink to="/privacy" className="link">
          privacy policy
        </PageLink>
        .
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to these terms',
    content: (
      <p>
        We may change these terms. Of material changes we give at least 30 days&apos; notice before they take effect: on
        this page, and by e-mail to everybody with an account. If you use the service after that, the new terms apply.
      </p>
    ),
  },
  {
    id: 'law',
    title: 'Governing law',
    content: (
      <p>
        These terms are governed by Canadian law, and disputes belong before the courts of Canada, unless the consumer
        law of your home gives you the right to your own.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Questions',
    content: (
      <p>
        Is something unclear?{' '}
        <PageLink to="/contact" className="link">
          Write to us
        </PageLink>{' '}
        and a person will answer.
      </p>
    ),
  },
];
