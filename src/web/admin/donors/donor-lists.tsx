import type { JSX } from 'react';
import type { DonorDetail } from '#contract/admin/donors/detail.ts';
import type { PlanResponse } from '#contract/plan.ts';
import { formatDay, formatMoment } from '#web/ui/format-date.ts';
import { Link } from '#web/ui/link.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { formatDecimal } from '../ui/format-decimal.ts';
import { StatusPill, type Tone } from '../ui/status-pill.tsx';

const planStates: Readonly<Record<PlanResponse['status'], readonly [Tone, string]>> = {
  starting: ['attention', 'Starting'],
  active: ['good', 'Active'],
  past_due: ['bad', 'Payment failed'],
  paused: ['attention', 'Paused'],
  ended: ['neutral', 'Ended'],
};

const planColumns: readonly Column<PlanResponse>[] = [
  { name: 'Started', cell: ({ startedAt }) => formatDay(new Date(startedAt)) },
  {
    name: 'State',
    cell: ({ status, waitsForCharity }) => {
      const [tone, text] = waitsForCharity ? (['attention', 'Waiting for a charity'] as const) : planStates[status];
      return <StatusPill tone={tone}>{text}</StatusPill>;
    },
  },
  { name: 'Each month', cell: ({ charge }) => formatDecimal(charge.total, charge.currency), isFigure: true },
  { name: 'Charity', cell: ({ charityName }) => charityName },
  {
    name: 'Next charge',
    cell: ({ nextChargeAt }) => (nextChargeAt === null ? 'None' : formatDay(new Date(nextChargeAt))),
  },
  {
    name: 'Payments',
    cell: ({ id }) => (
      <Link to={`/admin/donations?search=${id}`} className="link">
        Show
      </Link>
    ),
  },
];

const DonorPlans = ({ plans }: Pick<DonorDetail, 'plans'>): JSX.Element => (
  <section aria-labelledby="donor-plans">
    <h2 id="donor-plans">Monthly donations</h2>
    <DataTable
      caption="Monthly donations, newest first"
      columns={planColumns}
      rows={plans}
      keyOf={({ id }) => id}
      empty={null}
    />
  </section>
);

const messageStates = { new: ['attention', 'New'], read: ['neutral', 'Read'], answered: ['good', 'Answered'] } as const;

/** The messages that were sent with the donor's address. Anyone can type any address, so nothing proves who sent them. */
const DonorMessages = ({ messages }: { readonly messages: NonNullable<DonorDetail['messages']> }): JSX.Element => (
  <section aria-labelledby="donor-messages">
    <h2 id="donor-messages">Messages with this address</h2>
    {messages.length === 0 && <p>None.</p>}
    <ul className="donor-list">
      {messages.map(({ id, subject, sentAt, state }) => (
        <li key={id}>
          <Link to={`/admin/messages?message=${id}`} className="link">
            {formatMoment(new Date(sentAt))}
          </Link>
          <span className="donor-list-text">{subject === '' ? 'No subject' : subject}</span>
          <StatusPill tone={messageStates[state][0]}>{messageStates[state][1]}</StatusPill>
        </li>
      ))}
    </ul>
  </section>
);

const DonorNotes = ({ notes }: Pick<DonorDetail, 'notes'>): JSX.Element => (
  <section aria-labelledby="donor-notes">
    <h2 id="donor-notes">Notes about donations</h2>
    <ul className="donor-list">
      {notes.map(({ id, donationId, note, author, at }) => (
        <li key={id}>
          <Link to={`/admin/donations/${donationId}`} className="link">
            {formatMoment(new Date(at))}
          </Link>
          <span className="donor-list-text">{note}</span>
          <span className="donor-list-author">{author ?? 'Someone who has left'}</span>
        </li>
      ))}
    </ul>
  </section>
);

/** Monthly donations and notes, if there are any, and the messages for those who may read messages. */
export const DonorLists = ({ donor: { plans, messages, notes } }: { readonly donor: DonorDetail }): JSX.Element => (
  <>
    {plans.length > 0 && <DonorPlans plans={plans} />}
    {messages !== null && <DonorMessages messages={messages} />}
    {notes.length > 0 && <DonorNotes notes={notes} />}
  </>
);
