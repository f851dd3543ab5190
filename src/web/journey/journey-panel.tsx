import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { JSX } from 'react';
import { journeyCalls } from '#contract/calls/journey.ts';
import type { JourneyResponse } from '#contract/journey.ts';
import { callEndpoint } from '#web/api.ts';
import { useHint } from '#web/session/index.ts';
import { QueryView } from '#web/ui/feedback/query-view.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { formatCalendarDay, formatMoment } from '#web/ui/format-date.ts';
import { Icon, type IconName } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { useProof, verifyAddress } from '#web/verify/index.ts';

/** The six stations of a donation, what happened to it on the way, and where its proof can be checked. */
export default function JourneyPanel({ id }: { readonly id: string }): JSX.Element {
  return (
    <QueryView
      query={useJourney(id)}
      loading={<Spinner label="Loading its journey…" />}
      failure="We couldn't load the journey of this donation."
    >
      {(journey) => (
        <div className="journey">
          <p role="status" className="journey-state">
            {stateOf(journey)}
          </p>
          <ol className="journey-line">
            {journey.stations.map((station) => (
              <StationItem key={station.name} station={station} />
            ))}
          </ol>
          {journey.happenings.length > 0 && <Happenings happenings={journey.happenings} />}
          <ProofLink id={id} />
          <PayoutProof id={id} state={journey.payoutProof} />
        </div>
      )}
    </QueryView>
  );
}

type Station = JourneyResponse['stations'][number];

const titles: Readonly<Record<Station['name'], string>> = {
  paid: 'Paid',
  books: 'In the books',
  log: 'In the public log',
  batch: 'In a payout',
  sent: 'Sent to the charity',
  received: 'Received by the charity',
};

/** Says in one sentence where the donation is. */
function stateOf({ hasArrived, stations }: JourneyResponse): string {
  if (hasArrived) return 'Your donation has arrived.';
  const current = stations.findIndex(({ state }) => state === 'current');
  const next = stations[current];
  if (next) return `${current} of ${stations.length} steps are done. Next: ${titles[next.name]}.`;
  return 'Your donation has stopped on its way.';
}

const StationItem = ({
  station: { name, state, at, explanation, proof },
}: {
  readonly station: Station;
}): JSX.Element => (
  <li className="journey-station" data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
    <span className="journey-mark" aria-hidden="true">
      {marks[state] && <Icon name={marks[state]} className="size-4" />}
    </span>
    <div className="journey-text">
      <p className="journey-title">
        {titles[name]}
        <span className="journey-badge">{badges[state]}</span>
      </p>
      {at !== null && (
        <p className="journey-time">
          <time dateTime={at}>{at.length > dayLength ? formatMoment(new Date(at)) : formatCalendarDay(at)}</time>
        </p>
      )}
      <p>{explanation}</p>
      {proof.length > 0 && (
        <dl className="journey-proof">
          {proof.map((part) => (
            <div key={part.name}>
              <dt>{part.name}</dt>
              <dd>{part.value}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  </li>
);

const dayLength = 'YYYY-MM-DD'.length;

/** The states in words, because not everyone sees the colors. */
const badges = { done: 'Done', current: 'Next', upcoming: 'Later', stopped: 'Stopped' } as const;

const marks: Readonly<Record<Station['state'], IconName | undefined>> = {
  done: 'check',
  current: undefined,
  upcoming: undefined,
  stopped: 'close',
};

const Happenings = ({ happenings }: Pick<JourneyResponse, 'happenings'>): JSX.Element => (
  <ul aria-label="What happened on the way" className="journey-happenings">
    {happenings.map(({ at, text }) => (
      <li key={`${at} ${text}`}>
        <Icon name="warning" className="size-5" />
        <p>
          <time dateTime={at}>{formatMoment(new Date(at))}</time>
          {`: ${text}`}
        </p>
      </li>
    ))}
  </ul>
);

/** A link to the page that checks the proof. The link contains the proof, and the page sends it nowhere. */
const ProofLink = ({ id }: { readonly id: string }): JSX.Element => (
  <QueryView
    query={useProof(id)}
    loading={<p className="text-sm text-muted">Loading the proof…</p>}
    failure="There is no proof of this donation right now."
  >
    {(proof) => (
      <p>
        <Link to={verifyAddress(proof)} className="link">
          Check the proof in your browser
        </Link>
      </p>
    )}
  </QueryView>
);

function PayoutProof({
  id,
  state,
}: {
  readonly id: string;
  readonly state: JourneyResponse['payoutProof'];
}): JSX.Element | null {
  if (state === 'none') return null;
  if (state === 'withheld')
    return (
      <p className="text-sm text-muted">
        This payout covers fewer than five donations. A proof contains the amount of the payout, which could reveal what
        someone else gave. So there is no proof.
      </p>
    );
  return (
    <p>
      <a href={payoutProofOf(id)} download="payout-proof.json" className="link">
        Keep the proof that the payout names your donation
      </a>
      , and{' '}
      <Link to="/verify" className="link">
        check the file here
      </Link>
      .
    </p>
  );
}

const payoutProofOf = (id: string): string => journeyCalls.getPayoutProof.path.replace(':id', encodeURIComponent(id));

/**
 * Loads the journey when the panel is opened, and again until the donation is in the public log. Keyed by the hint, because
 * another user cannot see a claimed donation.
 */
const useJourney = (id: string): UseQueryResult<JourneyResponse> =>
  useQuery({
    queryKey: ['journey', id, useHint()],
    queryFn: ({ signal }) => callEndpoint(journeyCalls.getJourney, { params: { id }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isWaitingForLog(state.data) ? logPollMs : false),
  });

const isWaitingForLog = ({ stations }: JourneyResponse): boolean =>
  stations.some(({ name, state }) => name === 'log' && state === 'current');

const logPollMs = 5000;
