import { useState, type JSX } from 'react';
import * as z from 'zod/mini';
import type { AdminRatesResponse } from '#contract/admin/rates.ts';
import { reason } from '#contract/admin/reason.ts';
import { ratesCalls } from '#contract/calls/admin/rates.ts';
import { checkRates, unlikelyChanges, type EnteredRate } from '#domain/rates/check-rates.ts';
import { describeChange } from '#domain/money/rate-change.ts';
import { toDay } from '#domain/rates/rate-age.ts';
import { ratedCurrencies, seededRates, type RatedCurrency, type Rates } from '#domain/rates/rates.ts';
import { ApiError, callEndpoint } from '#web/api.ts';
import { ActionDialog } from '../ui/action-dialog.tsx';
import { toRates } from './to-rates.ts';
import { useReloadRates } from './use-rates.ts';

/** The rates that a person is about to publish. */
export type RatesToPublish =
  | { readonly kind: 'rates'; readonly entered: readonly EnteredRate[] }
  | { readonly kind: 'default' };

interface PublishRatesProps {
  readonly current: AdminRatesResponse;
  readonly toPublish: RatesToPublish | undefined;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Compares new rates with those that apply, and publishes them. Renders nothing if there are no new rates. */
export const PublishRates = ({ toPublish, ...props }: PublishRatesProps): JSX.Element | null =>
  toPublish ? <Comparison {...props} toPublish={toPublish} /> : null;

/**
 * The dialog. If someone else has published in the meantime, it stays open with the server's sentence and compares with their
 * rates, so that the person can decide to publish anyway.
 */
function Comparison({
  current,
  toPublish,
  onDone,
  onClose,
}: PublishRatesProps & { readonly toPublish: RatesToPublish }): JSX.Element {
  const reload = useReloadRates();
  const [confirmed, setConfirmed] = useState<readonly string[]>([]);
  const [today] = useState(() => toDay(new Date()));
  const before = toRates(current);
  const next = nextRates(toPublish, before, today);
  const unlikely = toPublish.kind === 'rates' ? unlikelyChanges(before, next) : [];
  async function publish({ reason: why }: { readonly reason: string }): Promise<void> {
    const basis = { basedOn: current.version, reason: why };
    try {
      await (toPublish.kind === 'default'
        ? callEndpoint(ratesCalls.restoreRates, { body: basis })
        : callEndpoint(ratesCalls.publishRates, {
            body: { ...basis, rates: [...toPublish.entered], confirmed: [...confirmed] },
          }));
    } catch (problem) {
      if (problem instanceof ApiError && problem.code === 'version_outdated') await reload();
      throw problem;
    }
    await reload();
  }
  return (
    <ActionDialog
      isOpen
      title="Publish these rates?"
      schema={reasonOnly}
      action="Publish"
      busyText="Publishing…"
      run={publish}
      onDone={onDone}
      onClose={onClose}
    >
      <p>They apply to new donations at once. Donations already started keep their rates.</p>
      <ul className="rates-changes">
        {changesOf(before, next).map(({ currency, text }) => (
          <li key={currency}>
            {text}
            {unlikely.includes(currency) && (
              <Confirmation
                currency={currency}
                isConfirmed={confirmed.includes(currency)}
                onChange={(isConfirmed) =>
                  setConfirmed([...confirmed.filter((other) => other !== currency), ...(isConfirmed ? [currency] : [])])
                }
              />
            )}
          </li>
        ))}
      </ul>
    </ActionDialog>
  );
}

interface ConfirmationProps {
  readonly currency: string;
  readonly isConfirmed: boolean;
  readonly onChange: (isConfirmed: boolean) => void;
}

const Confirmation = ({ currency, isConfirmed, onChange }: ConfirmationProps): JSX.Element => (
  <label className="rates-confirm">
    <input type="checkbox" checked={isConfirmed} onChange={({ target }) => onChange(target.checked)} />
    {`More than 10%: I have checked ${currency}.`}
  </label>
);

const reasonOnly = z.object({ reason });

function nextRates(toPublish: RatesToPublish, before: Rates, today: string): Partial<Rates> {
  if (toPublish.kind === 'default') return seededRates;
  const checked = checkRates(toPublish.entered, before, today);
  return checked.code === 'checked' ? checked.rates : {};
}

/** Describes each currency whose rate, day or source changes: `CAD: 1.36 → 1.4 (+2.9%)`. */
function changesOf(
  before: Rates,
  next: Partial<Rates>,
): readonly { readonly currency: RatedCurrency; readonly text: string }[] {
  return ratedCurrencies.flatMap((currency) => {
    const [old, fresh] = [before[currency], next[currency]];
    if (
      !fresh ||
      JSON.stringify([old.unitsPerDollar, old.day, old.source]) ===
        JSON.stringify([fresh.unitsPerDollar, fresh.day, fresh.source])
    )
      return [];
    const change = describeChange(old.unitsPerDollar, fresh.unitsPerDollar);
    return [{ currency, text: `${currency}: ${old.unitsPerDollar} → ${fresh.unitsPerDollar} (${change})` }];
  });
}
