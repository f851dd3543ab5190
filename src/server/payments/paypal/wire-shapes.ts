import * as z from 'zod/mini';

/** A text that both databases keep as it is. */
const text = z.string().check(
  z.minLength(1),
  z.maxLength(500),
  z.refine((value) => !value.includes('\0') && value.isWellFormed()),
);

const instant = z.string().check(z.refine((value) => !Number.isNaN(Date.parse(value))));

/** Money as PayPal writes it. */
export const wireMoney = z.object({ currency_code: z.string(), value: z.string() });

const links = z.optional(z.array(z.object({ href: z.string(), rel: z.string() })));

/** What the product reads of a capture. */
export const wireCapture = z.object({
  id: text,
  status: text,
  amount: z.optional(wireMoney),
  custom_id: z.optional(text),
  create_time: z.optional(instant),
  update_time: z.optional(instant),
  supplementary_data: z.optional(z.object({ related_ids: z.optional(z.object({ order_id: z.optional(text) })) })),
  links,
});

/** What the product reads of an order; it has one purchase unit, ours. */
export const wireOrder = z.object({
  id: text,
  status: text,
  purchase_units: z.optional(
    z.array(
      z.object({
        custom_id: z.optional(text),
        payments: z.optional(z.object({ captures: z.optional(z.array(wireCapture)) })),
      }),
    ),
  ),
  create_time: z.optional(instant),
  update_time: z.optional(instant),
});

/** What the product reads of a refund, or of money that PayPal took back. */
export const wireRefund = z.object({
  id: text,
  status: z.optional(text),
  amount: z.optional(wireMoney),
  create_time: z.optional(instant),
  update_time: z.optional(instant),
  links,
});

/** A message of PayPal's, before its type says what it is about. */
export const wireMessage = z.object({ id: text, event_type: text, create_time: instant, resource: z.looseObject({}) });

/** Whatever has an id. */
export const wireNamed = z.object({ id: text });

/** What a reversed approval names: the order, under one name or another. */
export const wireApprovalReversal = z.object({ order_id: z.optional(text), id: z.optional(text) });

/** A page of PayPal's list of its messages. */
export const wireMessageList = z.object({ events: z.array(z.looseObject({})), links });

/** A page of PayPal's report of movements of money. */
export const wireTransactionList = z.object({
  transaction_details: z.array(
    z.object({
      transaction_info: z.object({
        transaction_id: text,
        transaction_event_code: z.string(),
        transaction_status: z.optional(z.string()),
        transaction_amount: wireMoney,
        fee_amount: z.optional(wireMoney),
        transaction_initiation_date: z.string().check(z.refine((written) => !Number.isNaN(Date.parse(written)))),
      }),
    }),
  ),
  total_pages: z.optional(z.number()),
});

/** An order as it came. */
export type WireOrder = z.infer<typeof wireOrder>;

/** A capture as it came. */
export type WireCapture = z.infer<typeof wireCapture>;

/** A refund as it came. */
export type WireRefund = z.infer<typeof wireRefund>;
