import type { JSX } from 'react';
import { newsletterCalls } from '#contract/calls/newsletter.ts';
import { OwnFileLink } from '#web/session/index.ts';
import { AdminPage } from '../ui/admin-page.tsx';

/** `/admin/newsletter`: the subscribers, for those who write to them. */
export default function NewsletterPage(): JSX.Element {
  return (
    <AdminPage
      title="Newsletter"
      description="The confirmed subscribers of the newsletter."
      path="/admin/newsletter"
      right="editContent"
    >
      <p className="mb-4 max-w-prose text-muted">
        Everyone who confirmed their address and has not left, with the consent that they gave. Download the list again
        before each newsletter: some will have left since.
      </p>
      <OwnFileLink
        href={newsletterCalls.downloadSubscribers.path}
        returnTo="/admin/newsletter"
        className="button button-secondary"
      >
        Download subscribers (CSV)
      </OwnFileLink>
    </AdminPage>
  );
}
