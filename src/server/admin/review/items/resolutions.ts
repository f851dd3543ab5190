import { reviewItemSentences } from '#contract/admin/review/review-items.ts';
import { formatUtcMoment } from '#domain/ledger/utc-day.ts';
import type { PaymentProvider } from '#domain/payment/payment-event.ts';
import { writeItemId, type ReviewItemKey } from '#domain/review/review-item.ts';
import type { Queryable, Tx } from '#server/db/database.ts';
import type { ReviewResolutionRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import type { StaffMember } from '#server/staff/index.ts';

export type Resolution = ReviewResolutionRow['resolution'];

/** Finds the decision that a person has made on an item, if any. */
export const findResolution = (db: Queryable, key: ReviewItemKey): Promise<ReviewResolutionRow | undefined> =>
  findByItemId(db, writeItemId(key));

/** Finds who booked a movement of our balance at a provider. */
export const findMovementResolution = (db: Queryable, id: string): Promise<ReviewResolutionRow | undefined> =>
  findByItemId(db, movementItemId(id));

const movementItemId = (id: string): string => `movement:${id}`;

const findByItemId = (db: Queryable, itemId: string): Promise<ReviewResolutionRow | undefined> =>
  db.selectFrom('review_resolutions').selectAll().where('item_id', '=', itemId).executeTakeFirst();

export async function findResolutions(
  db: Queryable,
  keys: readonly ReviewItemKey[],
): Promise<ReadonlyMap<string, ReviewResolutionRow>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom('review_resolutions')
    .selectAll()
    .where('item_id', 'in', keys.map(writeItemId))
    .execute();
  return new Map(rows.map((row) => [row.item_id, row]));
}

/** How long recording a payment can take, including the provider's response. After that, someone else may try. */
const recordingMaxMs = 60_000;

/** Returns true if someone is recording a payment right now. */
export const isBeingRecorded = ({ clock }: Pick<Deps, 'clock'>, found: ReviewResolutionRow | undefined): boolean =>
  found?.resolution === 'recording' && new Date(found.resolved_at).getTime() + recordingMaxMs > clock.now().getTime();

/** Stores a person's decision on items. Replaces an earlier decision on an item that needs review again. */
export const saveResolution = (
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  keys: readonly ReviewItemKey[],
  resolution: Resolution,
  user: StaffMember,
): Promise<void> => saveByItemId(deps, tx, keys.map(writeItemId), resolution, user);

/** Stores who refunded a payment that is not recorded, so that its refund needs no review when the provider reports it. */
export const saveRefundedPayment = (
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  { provider, paymentId }: { readonly provider: PaymentProvider; readonly paymentId: string },
  user: StaffMember,
): Promise<void> => saveByItemId(deps, tx, [`payment:${provider}:${paymentId}`], 'refunded', user);

/** Stores who booked a movement of our balance at a provider. */
export const saveBookedMovement = (deps: Pick<Deps, 'clock'>, tx: Tx, id: string, user: StaffMember): Promise<void> =>
  saveByItemId(deps, tx, [movementItemId(id)], 'booked', user);

async function saveByItemId(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  itemIds: readonly string[],
  resolution: Resolution,
  user: StaffMember,
): Promise<void> {
  const decision = {
    resolution,
    resolved_by: user.id,
    resolver_name: user.username,
    resolved_at: clock.now().toISOString(),
  };
  await tx
    .insertInto('review_resolutions')
    .values(itemIds.map((itemId) => ({ item_id: itemId, ...decision })))
    .onConflict((conflict) => conflict.column('item_id').doUpdateSet(decision))
    .execute();
}

export async function deleteResolutions(tx: Tx, keys: readonly ReviewItemKey[]): Promise<void> {
  await tx.deleteFrom('review_resolutions').where('item_id', 'in', keys.map(writeItemId)).execute();
}

/** Says who resolved an item, how and when; without a person's decision, that it was resolved automatically. */
export function sentenceAbout(found: ReviewResolutionRow | undefined): string {
  if (!found) return reviewItemSentences.resolvedAutomatically;
  return `${found.resolver_name} ${actionTexts[found.resolution]} on ${formatUtcMoment(new Date(found.resolved_at))}.`;
}

const actionTexts: Readonly<Record<Resolution, string>> = {
  recording: 'started to record this donation',
  recorded: 'recorded this donation',
  refunded: 'refunded this payment',
  dismissed: 'marked this as resolved',
  retried: 'ran this job again',
  discarded: 'discarded this job',
  booked: 'booked this movement',
};
