import type { JSX } from 'react';
import { DonorPage } from '#web/layout/donor-page.tsx';
import { PageHead } from '#web/layout/page-head.tsx';
import { PicturePage } from '#web/layout/picture-page.tsx';
import { useUser } from '#web/session/index.ts';
import { adoptSheet } from '#web/ui/adopt-sheet.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { Inbox } from './inbox.tsx';
import rules from './inbox.css?inline';

adoptSheet(rules);

const page = {
  title: 'Admin Dashboard',
  description: 'Messages from the contact form, and the answers to them.',
  path: '/admin/messages',
} as const;

/** `/admin/messages`: the administrator's inbox. For everybody else the server is not even asked (spec 2 and 6). */
export default function InboxPage(): JSX.Element {
  const { user } = useUser();
  if (user && !user.isAdmin) return <AccessDenied />;
  return (
    <DonorPage
      {...page}
      aside={
        <PageLink to="/admin/money" className="link">
          Money
        </PageLink>
      }
    >
      <Inbox />
    </DonorPage>
  );
}

const AccessDenied = (): JSX.Element => (
  <>
    <PageHead {...page} isIndexed={false} />
    <PicturePage
      picture="/art/fork-question.svg"
      title="Access Denied"
      text="You do not have permission to access this page. Only administrators can view contact messages."
    >
      <ButtonLink to="/">Return to Home</ButtonLink>
    </PicturePage>
  </>
);
