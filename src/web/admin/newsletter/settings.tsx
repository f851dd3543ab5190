import type { JSX } from 'react';
import type { NewslettersResponse } from '#contract/admin/newsletters.ts';
import { newsletterCalls } from '#contract/calls/newsletter.ts';
import { formatCountOf } from '#domain/money/format.ts';
import { OwnFileLink } from '#web/session/index.ts';
import { useHasRight } from '../use-staff.ts';
import { EraseSubscriber } from './erase-subscriber.tsx';
import { PostalAddress } from './postal-address.tsx';

/** What all newsletters share: the subscribers, and the postal address. */
export const NewsletterSettings = ({
  subscribers,
  postalAddress,
  addressVersion,
}: NewslettersResponse): JSX.Element => (
  <>
    <Subscribers count={subscribers} />
    <PostalAddress address={postalAddress} version={addressVersion} />
  </>
);

const Subscribers = ({ count }: { readonly count: number }): JSX.Element => (
  <section aria-labelledby="subscribers" className="newsletter-section">
    <h2 id="subscribers">Subscribers</h2>
    <p className="max-w-prose text-muted">
      {formatCountOf(count, 'confirmed subscriber')}, not counting those who unsubscribed. The list includes the consent
      that each of them gave.
    </p>
    {useHasRight('editContent') && (
      <div className="flex flex-wrap gap-3">
        <OwnFileLink href={newsletterCalls.downloadSubscribers.path} className="button button-secondary">
          Download subscribers (CSV)
        </OwnFileLink>
        <EraseSubscriber />
      </div>
    )}
  </section>
);
