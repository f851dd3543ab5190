import { queryOptions, useInfiniteQuery, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { donorCalls } from '#contract/calls/donor.ts';
import type { DonationResponse } from '#contract/donor.ts';
import { detailsHeader, nextCursorHeader } from '#contract/endpoint.ts';
import type { ReversalState } from '#contract/receipt.ts';
import { calendarDay } from '#domain/donation/calendar-day.ts';
import { baseCurrency, isCurrencyCode } from '#domain/money/currency.ts';
import { fromDecimal, type Money } from '#domain/money/money.ts';
import { callForPage } from '#web/api.ts';
import { useUser } from '#web/session/index.ts';

/** Loads the donor's first page of donations, newest first; only if someone is signed in. */
export function useDonations(): UseQueryResult<readonly Donation[]> {
  return useQuery({ ...useFirstPage(), select: donationsOf });
}

/** Returns true if the first page of the signed-in donor's history lists a donation; `undefined` until that page is loaded. */
export function useIsOwnDonation(id: string): boolean | undefined {
  const { data: donations, isFetching } = useDonations();
  return isFetching ? undefined : donations?.some((donation) => donation.id === id); // a cached list may be older than the donation
}

/** The donations loaded so far, and how to load more. */
interface DonationPages {
  readonly query: Pick<UseQueryResult, 'isError' | 'refetch'> & {
    readonly data: readonly Donation[] | undefined;
  };
  readonly more: MoreDonations;
}

export interface MoreDonations {
  readonly isAvailable: boolean;
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
  readonly show: () => void;
}

/** Loads the donor's donations page by page. The first page shares its cache entry with `useDonations`. */
export function useDonationPages(): DonationPages {
  const firstPage = useFirstPage();
  const { data: first, isError, refetch } = useQuery(firstPage);
  const later = useInfiniteQuery({
    queryKey: [...firstPage.queryKey, 'after', first?.nextCursor],
    queryFn: ({ pageParam, signal }) => fetchPage({ cursor: pageParam }, signal),
    initialPageParam: first?.nextCursor ?? '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled: false, // fetched only when the donor asks for more
  });
  const laterDonations = later.data?.pages.flatMap(donationsOf) ?? [];
  return {
    query: { data: first && [...first.donations, ...laterDonations], isError, refetch },
    more: {
      isAvailable: later.data ? later.hasNextPage : first?.nextCursor !== undefined,
      isLoading: later.isFetching,
      hasFailed: later.isError && !later.isFetching,
      show: () => void later.fetchNextPage(),
    },
  };
}

interface DonationPage {
  readonly donations: readonly Donation[];
  /** `undefined` on the last page. */
  readonly nextCursor: string | undefined;
}

const donationsOf = ({ donations }: DonationPage): readonly Donation[] => donations;

function useFirstPage() {
  const { user } = useUser();
  return queryOptions({
    queryKey: ['donations', user?.id],
    queryFn: ({ signal }) => fetchPage({}, signal),
    enabled: user !== null,
  });
}

async function fetchPage(query: Readonly<Record<string, string>>, signal: AbortSignal): Promise<DonationPage> {
  const { response, headers } = await callForPage(donorCalls.listDonations, {
    query,
    headers: { [detailsHeader]: '1' },
    signal,
  });
  return { donations: response.map(toDonation), nextCursor: headers.get(nextCursorHeader) ?? undefined };
}

/** A donation in the history (spec 3, Donation). */
export interface Donation {
  readonly id: string;
  readonly snackName: string;
  readonly charityName: string;
  /** The amount without the fee. */
  readonly amount: Money;
  /** What was charged, fee included; `undefined` when missing. */
  readonly charged: Money | undefined;
  readonly meals: number;
  /** The donor's day, YYYY-MM-DD; `undefined` when the date is missing or unreadable. */
  readonly day: string | undefined;
  readonly isMonthly: boolean;
  /** Present after a refund or dispute; `amount` is the part that was reversed. */
  readonly reversal: { readonly state: ReversalState; readonly amount: Money } | undefined;
}

/** Parses a donation from the wire. Throws RangeError for an unknown currency and for fractions of its minor unit. */
export function toDonation(response: DonationResponse): Donation {
  const { reversal } = response;
  return {
    id: response.id,
    snackName: response.snackName,
    charityName: response.charityName,
    amount: toAmount(response.amount),
    charged: response.charged && toAmount(response.charged.total, response.charged.currency),
    meals: response.mealsProvided,
    day: dayOf(response),
    isMonthly: response.recurring,
    reversal: reversal && { state: reversal.state, amount: toAmount(reversal.amount) },
  };
}

function toAmount(decimal: number, currency: string = baseCurrency): Money {
  const amount = isCurrencyCode(currency) ? fromDecimal(decimal, currency) : undefined;
  if (!amount) throw new RangeError(`${decimal} ${currency} is not an amount of money`);
  return amount;
}

/** Returns the donor's day from the server, as receipt and rewards do; if it sends none, the day in the browser's time zone. */
function dayOf({ donationDate, day }: DonationResponse): string | undefined {
  const date = new Date(donationDate ?? '');
  if (Number.isNaN(date.getTime())) return undefined;
  return day ?? calendarDay(date, Intl.DateTimeFormat().resolvedOptions().timeZone);
}
