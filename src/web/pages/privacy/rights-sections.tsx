import { contactEmail, siteName } from '#web/page-settings.ts';
import type { TextSection } from '#web/pages/text-page.tsx';
import { Link } from '#web/ui/link.tsx';

const accountLink = (
  <Link to="/account" className="link">
    your account
  </Link>
);

/** How data is protected, how long it is kept, and which rights people have. */
export const rightsSections: readonly TextSection[] = [
  {
    id: 'security',
    title: 'Security',
    content: (
      <p>
        Card details are entered on the payment provider&apos;s page and never reach our servers. We store only the
        brand and the last four digits, which the provider tells us. Connections are encrypted, passwords and sessions
        are stored only as hashes, and repeated wrong passwords lock an account for a while. You can see the devices you
        are signed in on, and sign them out, in {accountLink}.
      </p>
    ),
  },
  {
    id: 'retention',
    title: 'How long we keep it',
    content: (
      <p>
        Account data is kept until you delete the account. Donations stay in our records, because financial records must
        be complete; once the account is deleted, nothing in them identifies you. The email address and card digits of a
        gift made without an account are deleted 24 months after its last payment or refund, or sooner if you ask. A
        payment that was started but never made is deleted after about 90 days. A newsletter subscription that no one
        confirms is deleted after three days. We keep messages to us until you ask us to delete them. You can
        unsubscribe from the newsletter with one click in any newsletter; your address and your consent then stay on
        record until you ask us to delete them.
      </p>
    ),
  },
  {
    id: 'transfers',
    title: 'International transfers',
    content: (
      <p>
        We work across borders. Your data may be processed in Canada, the United States and other countries where our
        providers operate, and their laws may differ from yours. We choose providers that commit to protecting it there
        too.
      </p>
    ),
  },
  {
    id: 'rights',
    title: 'Your rights',
    content: (
      <>
        <p>Wherever you live, you have the same rights, free of charge:</p>
        <ul>
          <li>
            <strong>Access:</strong> see what we know about you, in {accountLink}.
          </li>
          <li>
            <strong>Correction:</strong> fix anything that is wrong, in the same place.
          </li>
          <li>
            <strong>Deletion:</strong> delete your account and the personal data in it.
          </li>
          <li>
            <strong>Objection:</strong> opt out of the newsletter, analytics or any other use of your data.
          </li>
          <li>
            <strong>Portability:</strong> download all your data as a file that other programs can read.
          </li>
        </ul>
        <p>
          If you have no account, or would rather ask a person,{' '}
          <Link to="/contact" className="link">
            write to us
          </Link>
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
        When we change this policy, the new version will be posted here. We notify everyone with an account at least 30
        days before material changes take effect. Everything else is covered by the{' '}
        <Link to="/terms" className="link">
          terms of service
        </Link>
        .
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Who to contact',
    content: (
      <p>
        {`The person responsible for privacy at ${siteName()} reads what you send through our `}
        <Link to="/contact" className="link">
          contact form
        </Link>
        {' or to '}
        <a href={`mailto:${contactEmail()}`} className="link">
          {contactEmail()}
        </a>
        .
      </p>
    ),
  },
];
