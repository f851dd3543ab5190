import { brand } from '#domain/brand.ts';
import type { TextSection } from '#web/pages/sectioned-page.tsx';
import { PageLink } from '#web/ui/page-link.tsx';

const ownAccount = (
  <PageLink to="/account" className="link">
    your account
  </PageLink>
);

/** How it is kept safe, how long, and what people can do about it. */
export const rightsSections: readonly TextSection[] = [
  {
    id: 'security',
    title: 'Security',
    content: (
      <p>
        Card details are typed on the payment provider&apos;s page; they never reach our servers, and we keep none.
        Connections are encrypted, passwords and sign-ins are kept only as hashes, and wrong passwords lock an account
        for a while. You can see your signed-in devices and end them in {ownAccount}.
      </p>
    ),
  },
  {
    id: 'retention',
    title: 'How long we keep it',
    content: (
      <p>
        Account data stay until you delete the account. Donations stay in our books, because accounts of money must be
        complete; once the account is deleted, nothing in them leads to you. Messages to us stay until you ask us to
        delete them. The newsletter ends with one click in any of its mails.
      </p>
    ),
  },
  {
    id: 'transfers',
    title: 'International transfers',
    content: (
      <p>
        We give and work across borders. Your data may be handled in Canada, the United States and other countries where
        our providers work, whose laws may differ from yours. We choose providers that commit themselves to protect them
        there as well.
      </p>
    ),
  },
  {
    id: 'rights',
    title: 'Your rights',
    content: (
      <>
        <p>Wherever you live, you have the same rights with us, free of charge:</p>
        <ul>
          <li>
            <strong>Access:</strong> see what we know about you, in {ownAccount}.
          </li>
          <li>
            <strong>Correction:</strong> put right what is wrong, in the same place.
          </li>
          <li>
            <strong>Deletion:</strong> delete your account and the person in our data with it.
          </li>
          <li>
            <strong>Objection:</strong> say no to the newsletter, to statistics, or to any other use of your data.
          </li>
          <li>
            <strong>Portability:</strong> download all your data as a file that other programs can read.
          </li>
        </ul>
        <p>
          If you have no account, or would rather ask a person,{' '}
          <PageLink to="/contact" className="link">
            write to us
          </PageLink>
          . You may also complain to the data protection authority where you live.
        </p>
      </>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to this policy',
    content: (
      <p>
        When we change this policy, the new one stands here. Of material changes we tell everybody with an account at
        least 30 days before they take effect. How we deal with each other otherwise stands in the{' '}
        <PageLink to="/terms" className="link">
          terms of service
        </PageLink>
        .
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Who to ask',
    content: (
      <p>
        {`The person in charge of privacy at ${brand.name} reads what you send through our `}
        <PageLink to="/contact" className="link">
          contact form
        </PageLink>
        {' or to '}
        <a href={`mailto:${brand.contactEmail}`} className="link">
          {brand.contactEmail}
        </a>
        .
      </p>
    ),
  },
];
