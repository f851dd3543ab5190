import { useEffect } from 'react';
import type { CharityAnswer } from '#contract/catalogue.ts';
import { subtotalOf, type Snack } from '#domain/donation/basket.ts';
import { suggestedCharity } from '#domain/locale/suggested-charity.ts';
import type { CurrencyCode } from '#domain/money/currency.ts';
import type { RateTable } from '#domain/money/exchange.ts';
import { useCountry } from '#web/country/index.ts';
import { useCharities, useRates, useRatesKnown, useSnacks } from './catalogue.ts';
import { prerenderedDraft, updateDraft, useDraft } from './draft/draft-store.ts';
import { withSuggestedCharity, type Draft } from './draft/draft.ts';
import { figuresOf, type Figures } from './figures.ts';
import { goToPayPal } from './checkout/go-to-paypal.ts';
import { useCheckout, type Checkout, type LeavePage } from './checkout/use-checkout.ts';

/** A list from the server; `retry` fetches it again. */
export type Loaded<Item> =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly retry: () => void }
  | { readonly status: 'ready'; readonly items: readonly Item[] };

/** Everything the parts of the donate section need. */
export interface Donation {
  /** False while prerendering and hydrating, and until the visitor's country and the rates are known. */
  readonly isReady: boolean;
  readonly snacks: Loaded<Snack>;
  readonly charities: Loaded<CharityAnswer>;
  /** The visitor's draft, with the suggested charity until they pick one. */
  readonly draft: Draft;
  /** The draft's charity, if it is in the list. */
  readonly charity: CharityAnswer | undefined;
  readonly currency: CurrencyCode;
  readonly rates: RateTable;
  readonly figures: Figures;
  /** Whether there is an amount and a charity, and no checkout in progress (spec 4, Donate button). */
  readonly canDonate: boolean;
  /** What changed when the server refused the prices of this draft; empty when nothing did. */
  readonly priceNotice: string;
  readonly checkout: Checkout;
  readonly payWithPayPal: () => void;
}

/** Combines the draft, the catalogue and the country, and keeps the draft's prices up to date. */
export function useDonation(leavePage: LeavePage): Donation {
  const { country, currency, isKnown } = useCountry();
  const isReady = useRatesKnown() && isKnown;
  const snacks = toLoaded(useSnacks(), isReady);
  const charities = toLoaded(useCharities(), isReady);
  const rates = useRates();
  const listed = charities.status === 'ready' ? charities.items : noCharities;
  const ownDraft = useDraft();
  const draft = isReady ? withSuggestedCharity(ownDraft, suggestedCharity(listed, country)?.id) : prerenderedDraft;
  const checkout = useCheckout({ draft, charities: listed, rates, currency, leavePage });
  const offered = snacks.status === 'ready' ? snacks.items : undefined;
  useEffect(() => {
    if (offered) updateDraft({ kind: 'catalogue_loaded', snacks: offered });
  }, [offered]);
  const charity = listed.find((candidate) => candidate.id === draft.charityId);
  const hasAmount = subtotalOf(draft.basket, rates).amountMinor > 0;
  const canDonate = isReady && hasAmount && charity !== undefined && !checkout.isProcessing;
  const figures = figuresOf(draft.basket, currency, rates);
  const { refresh } = checkout;
  const priceNotice = refresh?.idempotencyKey === ownDraft.idempotencyKey ? refresh.changes : '';
  const payWithPayPal = (): void => goToPayPal(draft, listed, rates, leavePage);
  return {
    isReady,
    snacks,
    charities,
    draft,
    charity,
    currency,
    rates,
    figures,
    canDonate,
    priceNotice,
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
function toLoaded<Item>({ data, isFetching, isError, refetch }: ListQuery<Item>, isReady: boolean): Loaded<Item> {
  if (!isReady) return { status: 'loading' };
  if (data) return { status: 'ready', items: data };
  return isError && !isFetching ? { status: 'failed', retry: () => void refetch() } : { status: 'loading' };
}
