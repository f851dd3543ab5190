import type { FastifyInstance } from 'fastify';
import { donationHelpSentences } from '#contract/admin/donations/help.ts';
import { adminDonationEndpoints } from '#contract/endpoints/admin/donations.ts';
import type { Deps } from '#server/deps.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { idempotencyKeyOf, registerEndpoint } from '#server/http/register-endpoint.ts';
import { addNote, correctEmail, makeClaimLink, sendReceiptAgain } from './help-donor.ts';

const { unknown, noRecipient, receiptHeld, paidByDonor, addressErased, alreadyClaimed } = donationHelpSentences;

/** Registers the calls with which the team helps the donor of a donation. */
export function donationHelpRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, deps, adminDonationEndpoints.resendReceipt, async ({ params, body, user, request, reply }) => {
    const help = { actor: user, donationId: params.id, reason: body.reason };
    const { code } = await sendReceiptAgain(deps, help, idempotencyKeyOf(request));
    switch (code) {
      case 'resent':
      case 'on_its_way':
        deps.log.info({ donationId: params.id, requestedBy: user.id, outcome: code }, 'receipt requested again');
        return { status: code };
      case 'held':
        return sendRefusal(reply, 'receipt_held', receiptHeld);
      case 'no_recipient':
        return sendRefusal(reply, code, noRecipient);
      case 'donation_not_found':
        return sendRefusal(reply, code, unknown);
    }
  });
  registerEndpoint(app, deps, adminDonationEndpoints.correctEmail, async ({ params, body, user, reply }) => {
    const help = { actor: user, donationId: params.id, reason: body.reason };
    const { code } = await correctEmail(deps, help, body.email);
    switch (code) {
      case 'corrected':
      case 'unchanged':
        return { status: code };
      case 'paid_by_donor':
        return sendRefusal(reply, 'address_not_editable', paidByDonor);
      case 'erased':
        return sendRefusal(reply, 'address_not_editable', addressErased);
      case 'donation_not_found':
        return sendRefusal(reply, code, unknown);
    }
  });
  registerEndpoint(app, deps, adminDonationEndpoints.makeClaimLink, async ({ params, body, user, reply }) => {
    const made = await makeClaimLink(deps, { actor: user, donationId: params.id, reason: body.reason });
    if (made.code === 'made') return { url: made.url };
    return sendRefusal(reply, made.code, made.code === 'already_claimed' ? alreadyClaimed : unknown);
  });
  registerEndpoint(app, deps, adminDonationEndpoints.addNote, async ({ params, body, user, request, reply }) => {
    const key = idempotencyKeyOf(request);
    const added = await addNote(deps, { actor: user, donationId: params.id, note: body.note, key });
    return added.code === 'added' ? { id: added.id } : sendRefusal(reply, added.code, unknown);
  });
}
