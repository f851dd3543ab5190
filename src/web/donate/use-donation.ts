import { useEffect, useState } from 'react';
import type { CharityResponse } from '#contract/catalogue.ts';
import { subtotalOf } from '#domain/donation/basket.ts';
import { suggestedCharity } from '#domain/locale/suggested-charity.ts';
import type { CurrencyCode } from '#domain/money/currency.ts';
import type { RateTable } from '#domain/money/exchange.ts';
import { formatMoney } from '#domain/money/format.ts';
import { useCountry } from '#web/country/index.ts';
import {
  useCatalogueVersion,
  useCharities,
  useRates,
  useAreRatesKnown,
  useSnacks,
  type OfferedSnack,
} from './catalogue.ts';
import { prerenderedDraft, readDraft, updateDraft, useDraft } from './draft/draft-store.ts';
import { withSuggestedCharity, type Draft } from './draft/draft.ts';
import { figuresOf, type Figures } from './figures.ts';
import { goToPayPal } from './checkout/go-to-paypal.ts';
import {
  describeChanges,
  useCheckout,
  type Checkout,
  type LeavePage,
  type PriceRefresh,
} from './checkout/use-checkout.ts';

/** A list from the server; `retry` fetches it again. */
type ListState<Item> =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly retry: () => void }
  | { readonly status: 'ready'; readonly items: readonly Item[] };

/** Everything the parts of the donate section need. */
export interface Donation {
  /** False while prerendering and hydrating, and until the visitor's country and the rates are known. */
  readonly isReady: boolean;
  readonly snacks: ListState<OfferedSnack>;
  readonly charities: ListState<CharityResponse>;
  /** The visitor's draft, with the suggested charity until they pick one. */
  readonly draft: Draft;
  /** The draft's charity, if it is in the list. */
  readonly charity: CharityResponse | undefined;
  readonly currency: CurrencyCode;
  readonly rates: RateTable;
  readonly figures: Figures;
  /** True if there is an amount and a charity, and no checkout is in progress (spec 4, Donate button). */
  readonly canDonate: boolean;
  /** Says what changed about this draft when the page opened, or when the server refused its prices; empty if nothing did. */
  readonly priceNotice: string;
  readonly checkout: Checkout;
  readonly payWithPayPal: () => void;
}

/** Combines the draft, the catalogue and the country, and keeps the draft's prices up to date. */
export function useDonation(leavePage: LeavePage): Donation {
  const { country, currency, isKnown } = useCountry();
  const isReady = useAreRatesKnown() && isKnown;
  const snacks = toListState(useSnacks(), isReady);
  const charities = toListState(useCharities(), isReady);
  const rates = useRates();
  const listed = charities.status === 'ready' ? charities.items : noCharities;
  const storedDraft = useDraft();
  const draft = isReady ? withSuggestedCharity(storedDraft, suggestedCharity(listed, country)?.id) : prerenderedDraft;
  const catalogueVersion = useCatalogueVersion();
  const checkout = useCheckout({ draft, charities: listed, rates, catalogueVersion, currency, leavePage });
  const repricing = useRepricing(snacks.status === 'ready' ? snacks.items : undefined, currency, rates);
  const charity = listed.find((candidate) => candidate.id === draft.charityId);
  const hasAmount = subtotalOf(draft.basket, rates).amountMinor > 0;
  const canDonate = isReady && hasAmount && charity !== undefined && !checkout.isProcessing;
  const figures = figuresOf(draft.basket, currency, rates);
  const refreshes = [checkout.refresh, repricing];
  const priceNotice = refreshes.find((one) => one?.idempotencyKey === storedDraft.idempotencyKey)?.changes ?? '';
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

/** Applies the catalogue to the stored draft: its prices and meals, without retired snacks. Says what changed. */
function useRepricing(
  snacks: readonly OfferedSnack[] | undefined,
  currency: CurrencyCode,
  rates: RateTable,
): PriceRefresh | undefined {
  const [repricing, setRepricing] = useState<PriceRefresh>();
  useEffect(() => {
    if (!snacks) return;
    const before = readDraft();
    updateDraft({ kind: 'catalogue_loaded', snacks });
    const { basket, idempotencyKey } = readDraft();
    if (idempotencyKey === before.idempotencyKey) return;
    const view = { currency, format: formatMoney, paidWith: 'card' } as const;
    void describeChanges({ basket: before.basket, rates }, { basket, rates }, view).then((changes) =>
      setRepricing({ changes, idempotencyKey }),
    );
  }, [snacks, currency, rates]);
  return repricing;
}

const noCharities: readonly CharityResponse[] = [];

interface ListQuery<Item> {
  readonly data: readonly Item[] | undefined;
  readonly isFetching: boolean;
  readonly isError: boolean;
  readonly refetch: () => Promise<unknown>;
}

/** A loaded list stays when a refetch fails. A retry after a failure shows the skeletons again. */
function toListState<Item>({ data, isFetching, isError, refetch }: ListQuery<Item>, isReady: boolean): ListState<Item> {
  if (!isReady) return { status: 'loading' };
  if (data) return { status: 'ready', items: data };
  return isError && !isFetching ? { status: 'failed', retry: () => void refetch() } : { status: 'loading' };
}
