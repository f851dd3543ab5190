import { addDays } from '#domain/ledger/ledger-days.ts';
import type { UtcDay } from '#domain/ledger/utc-day.ts';
import type { CurrencyCode } from '#domain/money/currency.ts';

/** The smallest number of donations in a published figure (decision 0152). */
export const groupDonationsMin = 5;

/** A charity and the currency in which its donors were charged. */
export interface Payee {
  readonly charity: number;
  readonly currency: CurrencyCode;
}

/** Sums that some days brought a payee, or took from it, in at least five donations. Published sums never change. */
export interface Group extends Payee {
  /** `received`: by the day on which donations settled. `reversed`: by the day on which refunds and disputes were booked. */
  readonly kind: 'received' | 'reversed';
  readonly firstDay: UtcDay;
  readonly lastDay: UtcDay;
  readonly donations: number;
  /** For the charity, without the service fee, in the smallest unit of the currency. What came back counts as negative. */
  readonly amountMinor: number;
  readonly serviceFeesMinor: number;
  /** The providers' fees for the payments of these donations; null until all are known, and always for `reversed`. */
  readonly providerFeesMinor: number | null;
  /** The day on which the last of these donations was paid to the charity, or deducted from a payout; null until then. */
  readonly paidOn: UtcDay | null;
}

/** A new group, without what is added later. */
export type NewGroup = Omit<Group, keyof Payee | 'kind' | 'providerFeesMinor' | 'paidOn'>;

/** The sums that settled for a payee on a day. */
export interface ReceivedDay {
  readonly day: UtcDay;
  readonly donations: number;
  readonly amountMinor: number;
  readonly serviceFeesMinor: number;
}

/**
 * Joins the days of a payee, in order, into groups: each ends with the day that brings it to five donations. The days after the
 * last group wait for more. More days only add groups, so what was published stays.
 */
export function groupDays(days: readonly ReceivedDay[]): NewGroup[] {
  const groups: NewGroup[] = [];
  let open: NewGroup | undefined;
  for (const { day, ...sums } of days) {
    open = addTo(open, day, sums);
    if (open.donations < groupDonationsMin) continue;
    groups.push(open);
    open = undefined;
  }
  return groups;
}

/** The amount of a donation that a refund or dispute moved on a day. */
export interface Reversal {
  /** The donation's id. */
  readonly donation: string;
  readonly settledOn: UtcDay;
  readonly day: UtcDay;
  readonly amountMinor: number;
  readonly serviceFeesMinor: number;
}

/**
 * Joins the reversals of a payee, in the order of their days, into groups of at least five donations that no earlier group has.
 * A donation that is not in a published group makes all later reversals wait. The reversals of a donation are withheld for good
 * if they would leave its received group with fewer than five donations that no published reversal touches: the sums of those
 * few would then be known.
 */
export function groupReversals(reversals: readonly Reversal[], received: readonly NewGroup[]): NewGroup[] {
  const groupOn = byDay(received);
  const untouched = new Map(received.map((group) => [group, group.donations]));
  const touched = new Set<string>();
  const withheld = new Set<string>();
  const groups: NewGroup[] = [];
  let open: NewGroup | undefined;
  for (const [index, { donation, settledOn, day, ...sums }] of reversals.entries()) {
    const group = groupOn.get(settledOn);
    if (!group) return groups;
    const left = untouched.get(group) ?? 0;
    if (!touched.has(donation) && left <= groupDonationsMin) withheld.add(donation);
    if (!withheld.has(donation)) {
      const isNew = !touched.has(donation);
      if (isNew) untouched.set(group, left - 1);
      touched.add(donation);
      open = addTo(open, day, { ...sums, donations: isNew ? 1 : 0 });
    }
    const isDayOver = reversals[index + 1]?.day !== day;
    if (!isDayOver || !open || open.donations < groupDonationsMin) continue;
    groups.push(open);
    open = undefined;
  }
  return groups;
}

function byDay(groups: readonly NewGroup[]): ReadonlyMap<UtcDay, NewGroup> {
  const found = new Map<UtcDay, NewGroup>();
  for (const group of groups)
    for (let day = group.firstDay; day <= group.lastDay; day = addDays(day, 1)) found.set(day, group);
  return found;
}

type Sums = Omit<ReceivedDay, 'day'>;

const addTo = (open: NewGroup | undefined, day: UtcDay, sums: Sums): NewGroup => ({
  firstDay: open?.firstDay ?? day,
  lastDay: day,
  donations: (open?.donations ?? 0) + sums.donations,
  amountMinor: (open?.amountMinor ?? 0) + sums.amountMinor,
  serviceFeesMinor: (open?.serviceFeesMinor ?? 0) + sums.serviceFeesMinor,
});
