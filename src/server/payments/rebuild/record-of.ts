import * as z from 'zod/mini';
import type { DonationRecord, RecordedItem } from '#domain/payment/donation-record.ts';
import { basePriceOf, chargeOf } from '#server/db/row-money.ts';
import type { DonationIntentRow, PlanTermsRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { isId } from '#server/ids.ts';

/** The installation that writes a record. */
type Writer = Pick<Deps, 'installationId'>;

/** Creates the record that is written at the provider about an intent. */
export const recordOfIntent = ({ installationId }: Writer, intent: DonationIntentRow): DonationRecord => ({
  installationId,
  ...recordOf(intent, intent),
  madeAt: new Date(intent.created_at),
  plan: intent.plan_id === null ? undefined : { planId: intent.plan_id, termsNumber: 1 },
});

/** Creates the record that is written at the provider about a plan's terms. The ids are those of the plan's first payment. */
export const recordOfTerms = (
  { installationId }: Writer,
  first: DonationIntentRow,
  terms: PlanTermsRow,
): DonationRecord => ({
  installationId,
  ...recordOf(first, terms),
  madeAt: new Date(terms.agreed_at),
  plan: { planId: terms.plan_id, termsNumber: terms.number },
});

const recordOf = (
  intent: DonationIntentRow,
  terms: DonationIntentRow | PlanTermsRow,
): Omit<DonationRecord, 'installationId' | 'madeAt' | 'plan'> => ({
  intentId: intent.id,
  donationId: intent.donation_id,
  donorId: intent.donor_id !== null && isId('usr', intent.donor_id) ? intent.donor_id : null, // the account may be deleted
  charityId: terms.charity_id,
  charityName: terms.frozen_charity_name,
  label: terms.label,
  items: itemsIn(terms.items),
  meals: terms.meals,
  price: basePriceOf(terms),
  charge: chargeOf(terms),
  exchangeRate: terms.exchange_rate,
  ratesSetOn: terms.rates_set_on,
  timeZone: intent.time_zone,
});

/** The items in an intent's or a plan's JSON. */
const itemsIn = (items: string): RecordedItem[] =>
  itemsSchema
    .parse(JSON.parse(items))
    .map(({ id, quantity, price, meals }) => ({ id, quantity, priceMinor: price.amountMinor, meals }));

const itemsSchema = z.array(
  z.object({ id: z.int(), quantity: z.int(), price: z.object({ amountMinor: z.int() }), meals: z.int() }),
);
