import type { Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Deps } from '#server/deps.ts';
import { correctPayerEmail, type CorrectedEmail } from '#server/donations/index.ts';
import { isId, newId } from '#server/ids.ts';
import { resendReceipt, type ResentReceipt } from '#server/receipts/index.ts';
import { recordAction, type Actor } from '#server/staff/index.ts';

/** The staff member who helps, the donation, and the reason. */
export interface Help {
  readonly actor: Exclude<Actor, 'system'>;
  readonly donationId: string;
  readonly reason: string;
}

type Unknown = { readonly code: 'donation_not_found' };

const unknown: Unknown = { code: 'donation_not_found' };

/** Sends the receipt of a donation again. The audit log records only a request that sends one. */
export const sendReceiptAgain = (
  deps: Deps,
  { actor, donationId, reason }: Help,
  key: string | undefined,
): Promise<ResentReceipt> =>
  inTransactionFor(deps, donationId, async (tx) => {
    const resent = await resendReceipt(deps, tx, donationId, key);
    const subject = { kind: 'donation', id: donationId } as const;
    if (resent.code === 'resent') await recordAction(deps, tx, { actor, action: 'receipt_resent', subject, reason });
    return resent;
  });

/** Corrects the address that a guest typed. The audit log does not name the addresses. */
export const correctEmail = (deps: Deps, { actor, donationId, reason }: Help, email: string): Promise<CorrectedEmail> =>
  inTransactionFor(deps, donationId, async (tx) => {
    const corrected = await correctPayerEmail(deps, tx, donationId, email);
    if (corrected.code === 'corrected')
      await recordAction(deps, tx, {
        actor,
        action: 'payer_email_corrected',
        subject: { kind: 'donation', id: donationId },
        before: { hasAddress: corrected.hadAddress },
        after: { hasAddress: true },
        reason,
      });
    return corrected;
  });

/** Creates the link with which a donor claims a donation. The link is the same each time. */
export const makeClaimLink = (
  deps: Deps,
  { actor, donationId, reason }: Help,
): Promise<{ readonly code: 'made'; readonly url: string } | { readonly code: 'already_claimed' } | Unknown> =>
  inTransactionFor(deps, donationId, async (tx) => {
    const donation = await tx
      .selectFrom('donations')
      .select('donor_id')
      .where('id', '=', donationId)
      .executeTakeFirst();
    if (!donation) return unknown;
    if (donation.donor_id !== null) return { code: 'already_claimed' as const };
    const subject = { kind: 'donation', id: donationId } as const;
    await recordAction(deps, tx, { actor, action: 'claim_link_made', subject, reason });
    return { code: 'made' as const, url: `${deps.config.publicUrl}/claim/${donationId}` };
  });

export interface NewNote extends Omit<Help, 'reason'> {
  readonly note: string;
  /** A repeated request with the same key adds no second note. */
  readonly key: string | undefined;
}

/** Adds a note to a donation or payment. Notes are never changed. */
export const addNote = (
  deps: Deps,
  { actor, donationId, note, key }: NewNote,
): Promise<{ readonly code: 'added'; readonly id: string } | Unknown> =>
  inTransactionFor(deps, donationId, async (tx) => {
    const intent = await tx
      .selectFrom('donation_intents')
      .select('id')
      .where('donation_id', '=', donationId)
      .executeTakeFirst();
    if (!intent) return unknown;
    const requestKey = key === undefined ? null : `${actor.id} ${intent.id} ${key}`;
    const added = await tx
      .insertInto('donation_notes')
      .values({
        id: newId('nte', deps.random),
        intent_id: intent.id,
        note,
        written_by: actor.id,
        written_at: deps.clock.now().toISOString(),
        request_key: requestKey,
      })
      .onConflict((conflict) => conflict.column('request_key').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!added) return { code: 'added' as const, id: await findNoteId(tx, requestKey) };
    const subject = { kind: 'donation', id: donationId } as const;
    await recordAction(deps, tx, { actor, action: 'note_added', subject, after: { note: added.id } });
    return { code: 'added' as const, id: added.id };
  });

async function findNoteId(tx: Tx, requestKey: string | null): Promise<string> {
  const { id } = await tx
    .selectFrom('donation_notes')
    .select('id')
    .where('request_key', '=', requestKey)
    .executeTakeFirstOrThrow();
  return id;
}

const inTransactionFor = <Outcome>(
  deps: Deps,
  donationId: string,
  work: (tx: Tx) => Promise<Outcome>,
): Promise<Outcome | Unknown> =>
  isId('don', donationId) ? inTransaction(deps.db, work) : Promise.resolve<Unknown>(unknown);
