import { startOfDay } from '#domain/ledger/ledger-days.ts';
import type { CurrencyCode } from '#domain/money/currency.ts';
import type { Group } from './groups.ts';

/** The figures of the transparency page. `tools/recompute-transparency.ts` computes the same from the data file. */
export interface TransparencyFigures {
  /** The last day of any group; null while there is none. */
  readonly until: string | null;
  readonly charities: readonly CharityFigures[];
  readonly currencies: readonly (MoneyFigures & { readonly currency: CurrencyCode })[];
  /** The sums received in each month in which groups end. */
  readonly months: readonly {
    readonly month: string;
    readonly currency: CurrencyCode;
    readonly donations: number;
    readonly receivedMinor: number;
  }[];
  /** Half of the donations that were paid out reached their charity within this many days; null while none was paid out. */
  readonly medianDays: number | null;
}

/** Sums of donations. All amounts are in the smallest unit of the currency. */
export interface MoneyFigures {
  readonly donations: number;
  /** The amount for charities, without service fees. */
  readonly receivedMinor: number;
  /** The part of `receivedMinor` that refunds and disputes took back. */
  readonly reversedMinor: number;
  /** The amount paid to charities, after the deductions for reversals. */
  readonly paidOutMinor: number;
  /** Received, less reversed, less paid out. */
  readonly owedMinor: number;
  /** Our service fees, less those reversed. */
  readonly serviceFeesMinor: number;
  /** The known processing fees, and the number of donations for which they are known. */
  readonly providerFeesMinor: number;
  readonly donationsWithProviderFees: number;
}

export interface CharityFigures extends MoneyFigures {
  readonly charity: number;
  readonly currency: CurrencyCode;
}

/** Computes every figure of the page from the groups of the data file. */
export function figuresOf(groups: readonly Group[]): TransparencyFigures {
  const charities = partition(groups, ({ charity, currency }) => `${currency} ${String(charity).padStart(9, '0')}`);
  const currencies = partition(groups, ({ currency }) => currency);
  const received = groups.filter(({ kind }) => kind === 'received');
  return {
    until: groups.reduce<string | null>((last, { lastDay }) => (last && last > lastDay ? last : lastDay), null),
    charities: charities.map(([{ charity, currency }, own]) => ({ charity, currency, ...sumMoney(own) })),
    currencies: currencies.map(([{ currency }, own]) => ({ currency, ...sumMoney(own) })),
    months: partition(received, ({ lastDay, currency }) => `${lastDay.slice(0, 7)} ${currency}`).map(
      ([first, own]) => ({
        month: first.lastDay.slice(0, 7),
        currency: first.currency,
        donations: sum(own, ({ donations }) => donations),
        receivedMinor: sum(own, ({ amountMinor }) => amountMinor),
      }),
    ),
    medianDays: medianDaysOf(received),
  };
}

function sumMoney(groups: readonly Group[]): MoneyFigures {
  const of = (kind: Group['kind']) => groups.filter((group) => group.kind === kind);
  const [received, reversed] = [of('received'), of('reversed')];
  const isPaid = ({ paidOn }: Group): boolean => paidOn !== null;
  const receivedMinor = sum(received, amountOf);
  const reversedMinor = sum(reversed, amountOf);
  const paidOutMinor = sum(received.filter(isPaid), amountOf) - sum(reversed.filter(isPaid), amountOf);
  const withFees = received.filter(({ providerFeesMinor }) => providerFeesMinor !== null);
  return {
    donations: sum(received, ({ donations }) => donations),
    receivedMinor,
    reversedMinor,
    paidOutMinor,
    owedMinor: receivedMinor - reversedMinor - paidOutMinor,
    serviceFeesMinor: sum(received, feesOf) - sum(reversed, feesOf),
    providerFeesMinor: sum(withFees, ({ providerFeesMinor }) => providerFeesMinor ?? 0),
    donationsWithProviderFees: sum(withFees, ({ donations }) => donations),
  };
}

const amountOf = ({ amountMinor }: Group): number => amountMinor;
const feesOf = ({ serviceFeesMinor }: Group): number => serviceFeesMinor;

/** Computes the median. Days count from the first day of a group until all of it was paid, so no donation took longer. */
function medianDaysOf(received: readonly Group[]): number | null {
  const waits = received
    .flatMap(({ firstDay, paidOn, donations }) =>
      paidOn === null ? [] : [{ days: Math.max(0, daysBetween(firstDay, paidOn)), donations }],
    )
    .toSorted((one, other) => one.days - other.days);
  const half = sum(waits, ({ donations }) => donations) / 2;
  let counted = 0;
  for (const { days, donations } of waits) {
    counted += donations;
    if (counted >= half) return days;
  }
  return null;
}

const daysBetween = (from: string, to: string): number =>
  (startOfDay(to).getTime() - startOfDay(from).getTime()) / dayMs;

const dayMs = 24 * 60 * 60 * 1000;

/** Divides groups by key, in the order of the keys. Returns the first group and all groups of each key. */
function partition(groups: readonly Group[], keyOf: (group: Group) => string): (readonly [Group, readonly Group[]])[] {
  const found = new Map<string, [Group, Group[]]>();
  for (const group of groups) {
    const same = found.get(keyOf(group)) ?? [group, []];
    same[1].push(group);
    found.set(keyOf(group), same);
  }
  return [...found].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, same]) => same);
}

const sum = <Item>(items: readonly Item[], valueOf: (item: Item) => number): number =>
  items.reduce((total, item) => total + valueOf(item), 0);
