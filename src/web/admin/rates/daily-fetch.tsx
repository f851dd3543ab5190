import { useState, type JSX } from 'react';
import type { AdminRatesResponse } from '#contract/admin/rates.ts';
import { formatCountOf } from '#domain/money/format.ts';
import { Button } from '#web/ui/button.tsx';
import { formatMoment } from '#web/ui/format-date.ts';
import { PublishRates, type RatesToPublish } from './publish-rates.tsx';

interface DailyFetchProps {
  readonly current: AdminRatesResponse;
  readonly canPublish: boolean;
}

/** The source of the daily fetch, the result of the last one, and the rates that someone must confirm. */
export const DailyFetch = ({ current, canPublish }: DailyFetchProps): JSX.Element => (
  <section aria-labelledby="daily-fetch">
    <h2 id="daily-fetch">Daily fetch</h2>
    <FetchState {...current.dailyFetch} />
    {current.dailyFetch.waiting.length > 0 && <WaitingRates current={current} canPublish={canPublish} />}
  </section>
);

function FetchState({ from, fetchedAt, problem }: AdminRatesResponse['dailyFetch']): JSX.Element {
  if (from === null) return <p className="rates-note">Rates are not fetched, because RATES_URL is not set.</p>;
  return (
    <>
      <p className="rates-note">
        {`Rates are fetched from ${from} every day. `}
        {fetchedAt === null ? 'None have been fetched yet.' : `Last fetched: ${formatMoment(new Date(fetchedAt))}.`}
      </p>
      {problem !== null && (
        <p className="rates-note">{`The last fetch failed: ${problem} It is repeated every hour.`}</p>
      )}
    </>
  );
}

function WaitingRates({ current, canPublish }: DailyFetchProps): JSX.Element {
  const [toPublish, setToPublish] = useState<RatesToPublish>();
  const { waiting } = current.dailyFetch;
  const close = (): void => setToPublish(undefined);
  return (
    <>
      <p>
        {`${formatCountOf(waiting.length, 'fetched rate')} changed by more than 10%, and the former one still applies: `}
        {waiting.map(({ currency }) => currency).join(', ')}. The next fetch replaces what nobody has published.
      </p>
      {canPublish && (
        <p className="rates-actions">
          <Button tone="primary" onClick={() => setToPublish({ kind: 'rates', entered: waiting })}>
            Check and publish…
          </Button>
        </p>
      )}
      <PublishRates current={current} toPublish={toPublish} onClose={close} onDone={close} />
    </>
  );
}
