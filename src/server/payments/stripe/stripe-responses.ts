import Stripe from 'stripe';
import * as z from 'zod/mini';
import { isCurrencyCode } from '#domain/money/currency.ts';
import { money, type Money } from '#domain/money/money.ts';
import { PermissionMissing, stripePermissions, type ProviderPermission } from '#server/ports/permissions.ts';
import { ProviderUnavailable, type Unavailable } from '#server/ports/provider.ts';
import { storableText } from '../provider-response.ts';

/** Returns `unavailable` if Stripe refuses, does not respond, or responds with something unreadable. */
export async function orUnavailable<Result>(call: () => Promise<Result>): Promise<Result | Unavailable> {
  try {
    return await call();
  } catch (error) {
    if (isUnavailable(error)) return { code: 'unavailable', detail: `${error.name}: ${error.message}` };
    throw error;
  }
}

/**
 * Translates a list, leaving out items without a translation. Throws PermissionMissing if the key may not read the list, and
 * ProviderUnavailable if Stripe is unavailable, as `orUnavailable` defines it.
 */
export async function* translateList<Item, Translation>(
  items: AsyncIterable<Item>,
  permission: ProviderPermission,
  translate: (item: Item) => Translation | undefined,
): AsyncGenerator<Translation> {
  try {
    for await (const item of items) {
      const translation = translate(item);
      if (translation) yield translation;
    }
  } catch (error) {
    if (isForbidden(error)) throw new PermissionMissing(namedPermission(error) ?? permission, { cause: error });
    if (isUnavailable(error)) throw new ProviderUnavailable(error.message, { cause: error });
    throw error;
  }
}

const isUnavailable = (error: unknown): error is Error =>
  error instanceof Stripe.errors.StripeError || error instanceof TypeError;

/** Returns true if the key lacks a permission that the call needs. */
export const isForbidden = (error: unknown): error is Error => error instanceof Stripe.errors.StripePermissionError;

/**
 * Finds the permission that Stripe's error names: "Having the 'rak_charge_read' permission would allow this request to continue".
 */
export function namedPermission({ message }: Error): ProviderPermission | undefined {
  const resource = /'rak_(\w+)_(?:read|write)'/.exec(message)?.[1];
  return Object.values(stripePermissions).find(({ id }) => id.replace(/_(read|write)$/, '') === resource);
}

/** The source of a fact: a message from Stripe, or an object that we fetched. */
export interface FactSource {
  readonly eventId: string;
  readonly occurredAt: Date;
  readonly isLive: boolean;
  /** The account that the message is about, if it is not our own. */
  readonly account: string | undefined;
}

export const sourceOfMessage = (message: Stripe.Event): FactSource => ({
  eventId: message.id,
  occurredAt: new Date(message.created * 1000),
  isLive: message.livemode,
  account: message.account ?? undefined,
});

/** Seconds since 1970, within the range of dates. */
export const instantSchema = z.int().check(z.gte(0), z.lte(8_640_000_000_000));

export const toDate = (seconds: number | null | undefined): Date | undefined =>
  typeof seconds === 'number' ? new Date(seconds * 1000) : undefined;

export const toSeconds = (instant: Date): number => Math.floor(instant.getTime() / 1000);

/** An object that Stripe names by its id, or includes if the request expands it. */
export const referenceSchema = z.union([storableText, z.looseObject({ id: storableText })]);

export const idOf = (reference: z.infer<typeof referenceSchema>): string =>
  typeof reference === 'string' ? reference : reference.id;

/** `undefined` for a currency that we do not know. */
export function toMoney(amountMinor: number, currency: string): Money | undefined {
  const code = currency.toUpperCase();
  return isCurrencyCode(code) ? money(amountMinor, code) : undefined;
}
