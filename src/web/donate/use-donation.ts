import { useEffect } from 'react';
import type { CharityAnswer } from '#contract/catalogue.ts';
import { subtotalOf, type Snack } from '#domain/donation/basket.ts';
import { suggestedCharity } from '#domain/locale/suggested-charity.ts';
import type { CurrencyCode } from '#domain/money/currency.ts';
import type { RateTable } from '#domain/money/exchange.ts';
import { useCountry } from '#web/country/index.ts';
import { useCharities, useRates, useSnacks } from './catalogue.ts';
import { updateDraft, useDraft } from './draft/draft-store.ts';
import type { Draft } from './draft/draft.ts';
import { figuresOf, type Figures } from './figures.ts';
import { goToPayPal } from './checkout/go-to-paypal.ts';
import { useCheckout, type Checkout, type LeavePage } from './checkout/use-checkout.ts';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';

/** A list from the server; `retry` fetches it again. */
export type Loaded<Item> =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly retry: () => void }
  | { readonly status: 'ready'; readonly items: readonly Item[] };

/** Everything the parts of the donate section need. */
export interface Donation {
  readonly isHydrated: boolean;
  readonly snacks: Loaded<Snack>;
  readonly charities: Loaded<CharityAnswer>;
  readonly draft: Draft;
  /** The chosen charity, if it is in the list. */
  readonly charity: CharityAnswer | undefined;
  readonly currency: CurrencyCode;
  readonly rates: RateTable;
  readonly figures: Figures;
  /** Whether there is an amount and a charity, and no checkout in progress (spec 4, Donate button). */
  readonly canDonate: boolean;
  readonly checkout: Checkout;
  readonly payWithPayPal: () => void;
}

/** Combines the draft, the catalogue and the country, and keeps the draft's prices and default charity up to date. */
export function useDonation(leavePage: LeavePage): Donation {
  const draft = useDraft();
  const isHydrated = useIsHydrated();
  const { country, currency } = useCountry();
  const snacks = toLoaded(useSnacks());
  const charities = toLoaded(useCharities());
  const rates = useRates();
  const listed = charities.status === 'ready' ? charities.items : noCharities;
  const checkout = useCheckout(listed, rates, leavePage);
  const offered = snacks.status === 'ready' ? snacks.items : undefined;
  useEffect(() => {
    if (offered) updateDraft({ kind: 'catalogue_loaded', snacks: offered });
  }, [offered]);
  useEffect(() => {
    const suggested = suggestedCharity(listed, country);
    if (suggested && draft.charityId === undefined) updateDraft({ kind: 'charity_chosen', charityId: suggested.id });
  }, [listed, country, draft.charityId]);
  const charity = listed.find((candidate) => candidate.id === draft.charityId);
  const hasAmount = subtotalOf(draft.basket, rates).amountMinor > 0;
  const canDonate = isHydrated && hasAmount && charity !== undefined && !checkout.isProcessing;
  const figures = figuresOf(draft.basket, currency, rates);
  const payWithPayPal = (): void => goToPayPal(listed, rates, leavePage);
  return {
    isHydrated,
    snacks,
    charities,
    draft,
    charity,
    currency,
    rates,
    figures,
    canDonate,
    checkout,
    payWithPayPal,
  };
}

const noCharities: readonly CharityAnswer[] = [];

interface ListQuery<Item> {
  readonly data: readonly Item[] | undefined;
  readonly isFetching: boolean;
  readonly isError: boolean;
  readonly refetch: () => Promise<unknown>;
}

/** A loaded list stays when a refetch fails. A retry after a failure shows the skeletons again. */
function toLoaded<Item>({ data, isFetching, isError, refetch }: ListQuery<Item>): Loaded<Item> {
  if (data) return { status: 'ready', items: data };
  return isError && !isFetching ? { status: 'failed', retry: () => void refetch() } : { status: 'loading' };
}
