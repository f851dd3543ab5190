import type { JSX, ReactNode } from 'react';
import type { ReviewItem } from '#contract/admin/review/review-items.ts';
import { QueryView } from '#web/ui/feedback/query-view.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { formatMoment } from '#web/ui/format-date.ts';
import { Link } from '#web/ui/link.tsx';
import { formatDecimal } from '#web/admin/ui/format-decimal.ts';
import { providerNames } from '#web/admin/ui/provider-names.ts';
import { useHasRight } from '#web/admin/use-staff.ts';
import { ItemActions } from './item-actions.tsx';
import { describeItem } from './item-sentences.ts';
import { useReviewItems } from './use-review-items.ts';

/** The items that need review, by kind. Today links to the sections. */
export const ReviewItems = (): JSX.Element => (
  <QueryView query={useReviewItems()} loading={<Spinner label="Loading…" />} failure="We couldn't load the items.">
    {(items) => (
      <>
        {sections.map((section) => (
          <ItemSection key={section.id} {...section} items={items.filter(({ kind }) => kind === section.kind)} />
        ))}
      </>
    )}
  </QueryView>
);

interface Section {
  readonly kind: ReviewItem['kind'];
  readonly id: string;
  readonly title: string;
  readonly empty: string;
}

const sections: readonly Section[] = [
  { kind: 'dispute', id: 'disputes', title: 'Open disputes', empty: 'No dispute is open.' },
  {
    kind: 'quarantined',
    id: 'quarantined',
    title: 'Quarantined',
    empty: 'No discrepancies. Every provider event matches the ledger.',
  },
  {
    kind: 'difference',
    id: 'differences',
    title: 'Unknown to their provider',
    empty: 'No donation is waiting for review.',
  },
  { kind: 'job', id: 'jobs', title: 'Failed jobs', empty: 'No job has failed.' },
];

const ItemSection = ({ id, title, empty, items }: Section & { readonly items: readonly ReviewItem[] }): JSX.Element => (
  <section aria-labelledby={id} className="review-card">
    <h2 id={id}>{title}</h2>
    {items.length === 0 ? (
      <p className="text-muted">{empty}</p>
    ) : (
      <ul className="review-list">
        {items.map((item) => (
          <Item key={item.id} item={item} />
        ))}
      </ul>
    )}
  </section>
);

function Item({ item }: { readonly item: ReviewItem }): JSX.Element {
  const { amount, currency, provider, since, evidenceDueAt, donationId, job, ids, isRefundWaiting } = item;
  return (
    <li>
      <p className="font-bold">{describeItem(item).join(' ')}</p>
      <p className="text-muted">
        {amount !== null && currency !== null && `${formatDecimal(amount, currency)}, `}
        {provider && `${providerNames[provider]}, `}
        <time dateTime={since}>{formatMoment(new Date(since))}</time>
      </p>
      {evidenceDueAt !== null && (
        <p>
          {'The provider is waiting for evidence until '}
          <time dateTime={evidenceDueAt}>{formatMoment(new Date(evidenceDueAt))}</time>.
        </p>
      )}
      {isRefundWaiting && <p>Its refund was requested and is waiting for a second person to approve it.</p>}
      {job && job.lastError !== '' && <p className="text-muted">{job.lastError}</p>}
      {donationId !== null && <DonationLink donationId={donationId} />}
      <p className="review-ids">{ids.join(' ')}</p>
      {useHasRight('resolveReview') && <ItemActions item={item} />}
    </li>
  );
}

/** A link for those who may open the donation; for others, its id. */
const DonationLink = ({ donationId }: { readonly donationId: string }): ReactNode =>
  useHasRight('readDonors') ? (
    <p>
      <Link to={`/admin/donations/${donationId}`} className="link">
        Open the donation
      </Link>
    </p>
  ) : (
    <p className="review-ids">{donationId}</p>
  );
