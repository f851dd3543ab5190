import type { JSX } from 'react';
import { formatDay } from '#web/ui/format-date.ts';
import { Link } from '#web/ui/link.tsx';
import { formatDecimal } from '../ui/format-decimal.ts';
import { useStaff } from '../use-staff.ts';
import { isPaid, StatePill } from './donation-state.tsx';
import { useFoundDonations } from './use-donations.ts';

interface SenderDonationsProps {
  /** The address from which a message came, as its sender typed it. */
  readonly email: string;
}

/** The newest donations with the address of a message, for those who may see donors. Anyone can type any address. */
export function SenderDonations({ email }: SenderDonationsProps): JSX.Element | null {
  const { data: staff } = useStaff();
  return staff?.rights.includes('readDonors') === true ? (
    <FoundDonations email={email} canHelp={staff.rights.includes('helpDonors')} />
  ) : null;
}

function FoundDonations({ email, canHelp }: SenderDonationsProps & { readonly canHelp: boolean }): JSX.Element {
  const { query } = useFoundDonations({ search: email });
  return (
    <section aria-labelledby="sender-donations" className="mt-6 ruled-above pt-4">
      <h3 id="sender-donations" className="font-bold">
        Donations with this address
      </h3>
      {query.isError && <p role="alert">We couldn&apos;t look for donations.</p>}
      {query.data?.donations.length === 0 && <p>None found.</p>}
      <ul className="grid gap-2">
        {query.data?.donations.slice(0, shownMax).map((donation) => (
          <li key={donation.id} className="flex flex-wrap items-baseline gap-x-4">
            <Link className="link" to={`/admin/donations/${donation.id}`}>
              {formatDay(new Date(donation.at))}, {formatDecimal(donation.charged, donation.currency)}
            </Link>
            <StatePill state={donation.state} />
            {canHelp && isPaid(donation) && (
              <Link className="link" to={`/admin/donations/${donation.id}?action=receipt`}>
                Resend receipt…
              </Link>
            )}
          </li>
        ))}
      </ul>
      {(query.data?.donations.length ?? 0) > shownMax && (
        <p>
          <Link className="link" to={`/admin/donations?search=${encodeURIComponent(email)}`}>
            All donations with this address
          </Link>
        </p>
      )}
    </section>
  );
}

const shownMax = 5;
