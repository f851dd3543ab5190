import { siteName } from '#web/page-settings.ts';
import type { TextSection } from '#web/pages/text-page.tsx';
import { Link } from '#web/ui/link.tsx';

/** The terms for accounts, conduct and liability, and how the terms change. */
export const rulesSections: readonly TextSection[] = [
  {
    id: 'accounts',
    title: 'Accounts',
    content: (
      <p>
        You can give without an account. If you open one, use your own email address, keep your password private, and
        tell us if you think someone else knows it. You can delete your account at any time in your account settings.
        Streaks, points and badges are just for fun; they have no cash value.
      </p>
    ),
  },
  {
    id: 'fair-use',
    title: 'Fair use',
    content: (
      <>
        <p>{`So that ${siteName()} works for everyone, please do not:`}</p>
        <ul>
          <li>pay with someone else&apos;s card, or test whether cards work;</li>
          <li>pretend to be someone else, or claim gifts that are not yours;</li>
          <li>break into, overload or copy the service;</li>
          <li>send messages that are unlawful or abusive.</li>
        </ul>
        <p>We may close accounts that break these rules, and refuse or refund their donations.</p>
      </>
    ),
  },
  {
    id: 'our-content',
    title: 'Our name and content',
    content: (
      <p>
        {`The name ${siteName()}, our pictures and our texts belong to us. You are welcome to share links to our pages and tell others about your gifts.`}
      </p>
    ),
  },
  {
    id: 'liability',
    title: 'Liability',
    content: (
      <p>
        We take care, but we cannot promise that the service will always be available or free of errors. To the extent
        the law allows, we are not liable for indirect damages, or for more than you paid us in the previous twelve
        months. Nothing in these terms takes away your legal rights as a consumer.
      </p>
    ),
  },
  {
    id: 'privacy',
    title: 'Privacy',
    content: (
      <p>
        What we know about you, why, and what you can do about it is described in our{' '}
        <Link to="/privacy" className="link">
          privacy policy
        </Link>
        .
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to these terms',
    content: (
      <p>
        We may change these terms. We give at least 30 days&apos; notice of material changes, on this page and by email
        to everyone with an account. If you use the service after they take effect, the new terms apply.
      </p>
    ),
  },
  {
    id: 'law',
    title: 'Governing law',
    content: (
      <p>
        These terms are governed by Canadian law, and disputes are heard by the courts of Canada, unless consumer law
        where you live lets you use your local courts.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Questions',
    content: (
      <p>
        Anything unclear?{' '}
        <Link to="/contact" className="link">
          Write to us
        </Link>{' '}
        and a person will answer.
      </p>
    ),
  },
];
