import { useEffect } from 'react';
import type { CharityAnswer } from '#contract/catalogue.ts';
import { subtotalOf, type Snack } from '#domain/donation/basket.ts';
import { suggestedCharity } from '#domain/locale/suggested-charity.ts';
import type { CurrencyCode } from '#domain/money/currency.ts';
import { useCountry } from '#web/country/index.ts';
import { useCharities, useSnacks } from './catalogue.ts';
import { updateDraft, useDraft } from './draft-store.ts';
import type { Draft } from './draft.ts';
import { figuresOf, type Figures } from './figures.ts';
import { goToPayPal } from './go-to-paypal.ts';
import { useCheckout, type Checkout, type LeavePage } from './use-checkout.ts';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';

/** A list of the server: on its way, not to be had (`retry` asks again), or here. */
export type Loaded<Item> =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly retry: () => void }
  | { readonly status: 'ready'; readonly items: readonly Item[] };

/** Everything the parts of the donate section show and do. */
export interface Donation {
  readonly isHydrated: boolean;
  readonly snacks: Loaded<Snack>;
  readonly charities: Loaded<CharityAnswer>;
  readonly draft: Draft;
  /** The chosen charity, when it is one of the list. */
  readonly charity: CharityAnswer | undefined;
  readonly currency: CurrencyCode;
  readonly figures: Figures;
  /** Whether there is an amount and a charity, and no payment on its way (spec 4, Donate button). */
  readonly canDonate: boolean;
  readonly checkout: Checkout;
  /** Goes to the page on which this gift is paid by PayPal. */
  readonly payByPayPal: () => void;
}

/** Brings the visitor's draft, the catalogue and the country together. */
export function useDonation(leavePage: LeavePage): Donation {
  const draft = useDraft();
  const isHydrated = useIsHydrated();
  const { country, currency } = useCountry();
  const snacks = toLoaded(useSnacks());
  const charities = toLoaded(useCharities());
  const listed = charities.status === 'ready' ? charities.items : noCharities;
  const checkout = useCheckout(listed, leavePage);
  const offered = snacks.status === 'ready' ? snacks.items : undefined;
  useEffect(() => {
    if (offered) updateDraft({ kind: 'catalogue_loaded', snacks: offered });
  }, [offered]);
  useEffect(() => {
    const suggested = suggestedCharity(listed, country);
    if (suggested && draft.charityId === undefined) updateDraft({ kind: 'charity_chosen', charityId: suggested.id });
  }, [listed, country, draft.charityId]);
  const charity = listed.find((candidate) => candidate.id === draft.charityId);
  const hasAmount = subtotalOf(draft.basket).amountMinor > 0;
  const canDonate = isHydrated && hasAmount && charity !== undefined && !checkout.isProcessing;
  const figures = figuresOf(draft.basket, currency);
  const payByPayPal = (): void => goToPayPal(listed, leavePage);
  return { isHydrated, snacks, charities, draft, charity, currency, figures, canDonate, checkout, payByPayPal };
}

const noCharities: readonly CharityAnswer[] = [];

interface Asked<Item> {
  readonly data: readonly Item[] | undefined;
  readonly isFetching: boolean;
  readonly isError: boolean;
  readonly refetch: () => Promise<unknown>;
}

/** A list that was here stays, even when asking again fails; asking again after a failure shows the skeletons again. */
function toLoaded<Item>({ data, isFetching, isError, refetch }: Asked<Item>): Loaded<Item> {
  if (data) return { status: 'ready', items: data };
  return isError && !isFetching ? { status: 'failed', retry: () => void refetch() } : { status: 'loading' };
}
