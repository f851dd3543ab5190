import { lazy, type JSX } from 'react';
import type { NewslettersResponse } from '#contract/admin/newsletters.ts';
import { adoptStyles } from '#web/ui/adopt-styles.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx';
import { QueryView } from '#web/ui/feedback/query-view.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { formatMoment } from '#web/ui/format-date.ts';
import { Link } from '#web/ui/link.tsx';
import { AdminPage } from '../ui/admin-page.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import rules from './newsletter.css?inline';
import { useHasRight } from '../use-staff.ts';
import { NewsletterPill } from './newsletter-pill.tsx';
import { useNewsletters } from './use-newsletters.ts';

adoptStyles(rules);

/** `/admin/newsletter`: the newsletters, and the subscribers to whom they go. */
export default function NewsletterPage(): JSX.Element {
  return (
    <AdminPage
      title="Newsletters"
      description="The newsletters and their subscribers."
      path="/admin/newsletter"
      right="readContent"
    >
      <Newsletters />
    </AdminPage>
  );
}

const Newsletters = (): JSX.Element => (
  <QueryView
    query={useNewsletters()}
    loading={<Spinner label="Loading the newsletters…" />}
    failure="We couldn't load the newsletters."
  >
    {(response) => (
      <div className="newsletter">
        <section id="newsletters" aria-label="Newsletters" className="newsletter-section">
          <WriteLink />
          <DataTable
            caption="Newsletters"
            columns={columns}
            rows={response.newsletters}
            keyOf={({ id }) => id}
            empty="No newsletters yet."
          />
        </section>
        <LazyPart>
          <NewsletterSettings {...response} />
        </LazyPart>
      </div>
    )}
  </QueryView>
);

const WriteLink = (): JSX.Element | false =>
  useHasRight('editContent') && <ButtonLink to="/admin/newsletter/new">Write a newsletter</ButtonLink>;

const columns: readonly Column<NewslettersResponse['newsletters'][number]>[] = [
  {
    name: 'Subject',
    hasLongWords: true,
    cell: ({ id, subject }) => (
      <Link to={`/admin/newsletter/${id}`} className="link">
        {subject}
      </Link>
    ),
  },
  { name: 'State', cell: ({ status }) => <NewsletterPill status={status} /> },
  { name: 'Saved', cell: ({ updatedAt, updatedBy }) => `${formatMoment(new Date(updatedAt))} by ${updatedBy}` },
];

const NewsletterSettings = lazy(async () => ({ default: (await import('./settings.tsx')).NewsletterSettings }));
