import type { JSX } from 'react';
import { reportCalls } from '#contract/calls/public/report.ts';
import { fileAddress } from '#web/api.ts';
import { JourneyPart } from '#web/journey/index.ts';
import { OwnFileLink } from '#web/session/index.ts';
import { SplitPart } from '#web/split/index.ts';
import { formatCalendarDay } from '#web/ui/format-date.ts';
import type { Donation } from './use-donations.ts';

/** The receipt, split and journey of a donation. Their names include snack and date, for lists in screen readers. */
export function DonationDetails({ donation: { id, snackName, day } }: { readonly donation: Donation }): JSX.Element {
  const name = `${snackName}${day === undefined ? '' : `, ${formatCalendarDay(day)}`}`;
  return (
    <>
      <OwnFileLink href={fileAddress(reportCalls.downloadReceipt, { id })} className="link donation-receipt">
        Receipt (PDF)
        <span className="sr-only">{` for ${name}`}</span>
      </OwnFileLink>
      <SplitPart id={id} about={name} className="donation-split" />
      <div className="donation-journey">
        <JourneyPart id={id} about={name} />
      </div>
    </>
  );
}
