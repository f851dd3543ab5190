import { donationStates, type DonationState } from '#contract/admin/donations/search.ts';
import type { Queryable } from '#server/db/database.ts';
import { boundsFrom, callTo, dayIn, withEqualRows, type MeasuredCall } from './call.ts';
import type { GrowthSize } from '../rows/year/growth-size.ts';
import { idOf } from '../rows/year/insert-all.ts';
import { donorIdOf, firstNames, lastNameSuffix } from '../rows/year/write-people.ts';

/** The lists of donations and donors, with each filter and each kind of search. */
export async function donationCalls(db: Queryable, size: GrowthSize): Promise<readonly MeasuredCall[]> {
  const payments = await samplePayments(db);
  const guests = await db.selectFrom('payer_emails').select('email').orderBy('intent_id').limit(sampleCount).execute();
  const payment = (sample: number): SampledPayment | undefined => payments[sample % payments.length];
  const donor = (sample: number): string => donorIdOf((sample * 37) % size.donors);
  const donorEmail = (sample: number): string => `donor${(sample * 37) % size.donors}@mail.example`;
  const guestEmail = (sample: number): string => guests[sample % guests.length]?.email ?? '';
  const firstName = (sample: number): string => firstNames[sample % firstNames.length] ?? '';
  const fullName = (sample: number): string => `Anna Abbott${lastNameSuffix((sample * 370) % size.donors)}`;
  return [
    ...filteredCalls(size),
    search("a donor's email", donorEmail),
    search("a guest's email", guestEmail),
    search('first name', firstName),
    search('full name', fullName),
    search('donation', (sample) => payment(sample)?.donation_id ?? ''),
    search('donor', donor),
    search('plan', (sample) => donorIdOf((sample * 5) % size.donors).replace('usr_', 'pln_')),
    search("the provider's id", (sample) => payment(sample)?.provider_payment_id ?? ''),
    ...boundedSearches(size, payment),
    { title: 'a donation', pathOf: (sample) => `/api/admin/donations/${payment(sample)?.donation_id ?? ''}` },
    callTo('donations as CSV', '/api/admin/donations.csv'),
    callTo('donors', '/api/admin/donors'),
    ...[
      { title: 'email', valueOf: donorEmail },
      { title: "a guest's email", valueOf: guestEmail },
      { title: 'first name', valueOf: firstName },
      { title: 'full name', valueOf: fullName },
    ].map(({ title, valueOf }) => ({
      title: `donors by ${title}`,
      pathOf: (sample: number) => `/api/admin/donors?search=${encodeURIComponent(valueOf(sample))}`,
    })),
    { title: 'a donor', pathOf: (sample) => `/api/admin/donors/${donor(sample)}` },
    { title: 'donations of a donor', pathOf: (sample) => `/api/admin/donors/${donor(sample)}/donations` },
  ];
}

function filteredCalls(size: GrowthSize): readonly MeasuredCall[] {
  const filter = (query: string): MeasuredCall => callTo(`donations with ${query}`, `/api/admin/donations?${query}`);
  return [
    callTo('donations', '/api/admin/donations'),
    ...donationStates.flatMap((state) =>
      isRare(state) ? withEqualRows(size, filter(`state=${state}`)) : [filter(`state=${state}`)],
    ),
    ...['charity=7', 'provider=paypal', 'provider=stripe', 'kind=monthly', 'kind=one_time'].map(filter),
    filter('provider=paypal&kind=monthly'), // no generated donation is both
    ...withEqualRows(size, filter('state=disputed&charity=5&provider=stripe')),
    filter(`from=${dayIn(size, 0.3)}&to=${dayIn(size, 0.4)}`),
    { ...filter(`from=${dayIn(size, 0.3)}&to=${dayIn(size, 0.4)}&provider=paypal`), findsMoreInLargeYear: true },
    callTo(
      'donations with PayPal in 37 days, equal rows',
      `/api/admin/donations?provider=paypal&${boundsFrom(size, dayIn(size, 0.3), 37)}`,
    ),
  ];
}

/** Searches that find too few donations in a small year to fill a page. */
const boundedSearches = (
  size: GrowthSize,
  payment: (sample: number) => SampledPayment | undefined,
): readonly MeasuredCall[] => [
  { ...search('last four digits', (sample) => lastFourOf(payment(sample))), findsMoreInLargeYear: true },
  {
    title: 'donations by last four digits and day, equal rows',
    pathOf: (sample) => {
      const day = payment(sample)?.updated_at.slice(0, 10) ?? '';
      return `/api/admin/donations?search=${lastFourOf(payment(sample))}&from=${day}&to=${day}`;
    },
  },
  ...withEqualRows(
    size,
    search('amount', (sample) => `CA$${(1.496 * (1 + (sample % 40))).toFixed(2)}`),
  ),
  { ...search('day', (sample) => dayIn(size, (sample % 50) / 50)), findsMoreInLargeYear: true },
  {
    title: 'donations by day, equal rows',
    pathOf: (sample) => {
      const day = dayIn(size, (sample % 50) / 50);
      return `/api/admin/donations?search=${day}&${boundsFrom(size, day, 1)}`;
    },
  },
];

const search = (title: string, valueOf: (sample: number) => string): MeasuredCall => ({
  title: `donations by ${title}`,
  pathOf: (sample) => `/api/admin/donations?search=${encodeURIComponent(valueOf(sample))}`,
});

/** Returns true if too few donations of a small year have this state to fill a page. */
const isRare = (state: DonationState): boolean => ['refunded', 'disputed', 'failed', 'pending'].includes(state);

/** The last four digits of a generated card, which are those of its payment's id. */
const lastFourOf = (payment: SampledPayment | undefined): string => payment?.id.slice(-4) ?? '';

/** A payment from somewhere in the year. */
interface SampledPayment {
  readonly id: string;
  readonly donation_id: string;
  readonly provider_payment_id: string | null;
  readonly updated_at: string;
}

const sampleCount = 50;

async function samplePayments(db: Queryable): Promise<SampledPayment[]> {
  const found: SampledPayment[] = [];
  for (let index = 0; index < sampleCount; index += 1) {
    const payment = await db
      .selectFrom('donation_intents')
      .select(['id', 'donation_id', 'provider_payment_id', 'updated_at'])
      .where('id', '>=', idOf('int', Math.floor((index * 1_000_000_007) / sampleCount)))
      .where('status', '=', 'settled')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (payment) found.push(payment);
  }
  return found;
}
