import * as z from 'zod/mini';
import { currencies, isCurrencyCode } from '#domain/money/currency.ts';
import { toDecimalText } from '#domain/money/format.ts';
import { money, type Money } from '#domain/money/money.ts';
import { lenientOptional, payerEmailSchema, storableText } from '../provider-response.ts';

const text = storableText.check(z.maxLength(500));

export const instantSchema = z.string().check(z.refine((value) => !Number.isNaN(Date.parse(value))));

/** An amount as decimal text with the decimals of its currency. */
export const wireMoney = z.object({ currency_code: z.string(), value: z.string() });

const links = z.optional(z.array(z.object({ href: z.string(), rel: z.string() })));

/** The fields of a capture that we read. */
export const wireCapture = z.object({
  id: text,
  status: text,
  amount: z.optional(wireMoney),
  custom_id: z.optional(text),
  create_time: z.optional(instantSchema),
  update_time: z.optional(instantSchema),
  supplementary_data: z.optional(z.object({ related_ids: z.optional(z.object({ order_id: z.optional(text) })) })),
  links,
});

/** The fields of a PayPal account that we read. */
const wireAccount = lenientOptional(z.looseObject({ email_address: payerEmailSchema }));

/** The fields of an item that we read. */
const wireItem = z.looseObject({ sku: z.optional(storableText), description: z.optional(storableText) });

/** The fields of an order that we read. Our orders have one purchase unit. */
export const wireOrder = z.object({
  id: text,
  status: text,
  purchase_units: z.optional(
    z.array(
      z.object({
        custom_id: z.optional(text),
        items: lenientOptional(z.array(wireItem)),
        payments: z.optional(z.object({ captures: z.optional(z.array(wireCapture)) })),
      }),
    ),
  ),
  payer: wireAccount,
  payment_source: lenientOptional(z.looseObject({ paypal: wireAccount })),
  create_time: z.optional(instantSchema),
  update_time: z.optional(instantSchema),
});

/** The fields of a refund that we read. Money that PayPal took back has the same shape. */
export const wireRefund = z.object({
  id: text,
  status: z.optional(text),
  amount: z.optional(wireMoney),
  create_time: z.optional(instantSchema),
  update_time: z.optional(instantSchema),
  links,
});

/** A message of any type. The type determines the shape of `resource`, which is read later. */
export const wireMessage = z.object({
  id: text,
  event_type: text,
  create_time: instantSchema,
  resource: z.looseObject({}),
});

/** A reversed approval, which has its order's id in one of two fields. */
export const wireApprovalReversal = z.object({ order_id: z.optional(text), id: z.optional(text) });

/** The dispute that a message names. */
export const wireNamedDispute = z.object({ dispute_id: text });

/** A page of PayPal's list of messages. */
export const wireMessageList = z.object({ events: z._default(z.array(z.looseObject({})), []), links });

/** A page of PayPal's disputes. */
export const wireDisputeList = z.object({ items: z._default(z.array(z.object({ dispute_id: text })), []), links });

/** A page of PayPal's transaction report. PayPal leaves out an empty list. */
export const wireReport = z.object({
  transaction_details: z._default(
    z.array(
      z.object({
        transaction_info: z.object({
          transaction_id: text,
          paypal_reference_id: z.optional(text),
          transaction_event_code: z.string(),
          transaction_status: z.optional(z.string()),
          transaction_amount: wireMoney,
          fee_amount: z.optional(wireMoney),
          transaction_initiation_date: instantSchema,
          transaction_updated_date: z.optional(instantSchema),
        }),
      }),
    ),
    [],
  ),
  total_pages: z.optional(z.number()),
  last_refreshed_datetime: lenientOptional(instantSchema),
});

/** PayPal's balances at an instant. */
export const wireBalances = z.object({
  balances: z._default(
    z.array(z.object({ currency: z.string(), total_balance: wireMoney, withheld_balance: z.optional(wireMoney) })),
    [],
  ),
  as_of_time: z.optional(instantSchema),
  last_refresh_time: z.optional(instantSchema),
});

export type WireOrder = z.infer<typeof wireOrder>;
export type WireCapture = z.infer<typeof wireCapture>;
export type WireRefund = z.infer<typeof wireRefund>;
export type WireMoney = z.infer<typeof wireMoney>;
export type WireReport = z.infer<typeof wireReport>;
export type WireBalances = z.infer<typeof wireBalances>;
export type WireReportEntry = WireReport['transaction_details'][number]['transaction_info'];

/** Parses an instant. Throws TypeError if it is missing. */
export function instantOf(instant: string | undefined): Date {
  if (instant === undefined) throw new TypeError('the response has no time');
  return new Date(instant);
}

/** The id at the end of the `up` link, which points to the parent resource. */
export const linkedId = (linked: z.infer<typeof links>): string | undefined =>
  linked
    ?.find(({ rel }) => rel === 'up')
    ?.href.split('/')
    .at(-1);

export const toSdkMoney = (amount: Money): { currencyCode: string; value: string } => ({
  currencyCode: amount.currency,
  value: toDecimalText(amount),
});

/** `undefined` for an unknown currency, or for a value that is not an exact amount in its currency. */
export function readMoney(wire: WireMoney | undefined): Money | undefined {
  const parts = /^(-?)(\d{1,12})(?:\.(\d{1,3}))?$/.exec(wire?.value ?? '');
  if (!wire || !parts || !isCurrencyCode(wire.currency_code)) return undefined;
  const { exponent } = currencies[wire.currency_code];
  const [, sign = '', whole = '', fraction = ''] = parts;
  if (/[1-9]/.test(fraction.slice(exponent))) return undefined;
  return money(Number(`${sign}${whole}${fraction.slice(0, exponent).padEnd(exponent, '0')}`), wire.currency_code);
}
