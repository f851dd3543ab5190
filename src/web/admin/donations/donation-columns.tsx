import type { ListedDonation } from '#contract/admin/donations/search.ts';
import { formatMoment } from '#web/ui/format-date.ts';
import { Link } from '#web/ui/link.tsx';
import type { Column } from '../ui/data-table.tsx';
import { formatDecimal } from '../ui/format-decimal.ts';
import { providerNames } from '../ui/provider-names.ts';
import { kindNames, StatePill } from './donation-state.tsx';

/** The date, as a link to the donation's page. */
export const dateColumn: Column<ListedDonation> = {
  name: 'Date',
  cell: ({ id, at }) => (
    <Link to={`/admin/donations/${id}`} className="link">
      {formatMoment(new Date(at))}
    </Link>
  ),
};

/** The other columns that every table of donations has. */
export const factColumns: readonly Column<ListedDonation>[] = [
  { name: 'Charged', cell: ({ charged, currency }) => formatDecimal(charged, currency), isFigure: true },
  { name: 'State', cell: ({ state }) => <StatePill state={state} /> },
  { name: 'Charity', cell: ({ charityName }) => charityName },
  { name: 'Kind', cell: ({ kind }) => kindNames[kind] },
  { name: 'Provider', cell: ({ provider }) => providerNames[provider] },
];
