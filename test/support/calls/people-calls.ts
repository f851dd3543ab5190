import { inTransaction } from '#server/db/in-transaction.ts';
import { hashToken } from '#server/http/current-user.ts';
import { hashNetwork } from '#server/messages/sender-network.ts';
import { requestApproval } from '#server/staff/index.ts';
import { call } from '../accounts/account-calls.ts';
import { registration } from '../accounts/signed-in.ts';
import { invite, memberOf, signInStaff } from '../accounts/staff.ts';
import type { TestApp } from '../app/start-app.ts';
import { deliver, openIntent, paidByGuest } from '../payments/open-intent.ts';
import { paidDonation } from './paid-donation.ts';
import { withoutInput, type SomeCalls, type ValidCall } from './valid-call.ts';

const forPaidDonation: ValidCall = async (app) => ({ params: { id: await paidDonation(app) } });

/** Prepares a call about a refund that another staff member has requested. */
const forWaitingRefund: ValidCall = async (app) => {
  const id = await paidDonation(app);
  const payload = { amountMinor: 100, remainingMinor: 524, currency: 'CAD', isRest: false, key: null };
  const requester = await memberOf(app.deps, 'usr_other', 'support');
  const subject = { kind: 'donation', id } as const;
  const { approvalId } = await inTransaction(app.deps.db, (tx) =>
    requestApproval(app.deps, tx, { kind: 'refund', subject, payload, reason: 'Paid twice', requester }),
  );
  return { params: { id: approvalId }, body: { reason: 'Checked' } };
};

/** A successful call of each of the team's endpoints for donors, messages and the team itself. */
export const peopleCalls = {
  listMessages: withoutInput,
  markMessageRead: async (app) => ({ params: { id: await newMessage(app) } }),
  deleteMessage: async (app) => ({ params: { id: await newMessage(app) }, body: { reason: 'Spam' } }),
  deleteNetworkMessages: async (app) => {
    await newMessage(app);
    return { params: { id: hashNetwork(app.deps.config, '127.0.0.1') }, body: { reason: 'A flood' } };
  },
  replyToMessage: async (app) => ({ params: { id: await newMessage(app) }, body: { replyMessage: 'Thank you' } }),
  getStaff: withoutInput,
  searchAuditLog: withoutInput,
  exportAuditLog: withoutInput,
  getTeam: withoutInput,
  inviteStaff: () => ({ body: { email: registration().email, role: 'support', reason: 'Helps with messages' } }),
  withdrawInvitation: async (app) => {
    const token = await invite(app, registration().email);
    const { id } = await app.deps.db.read
      .selectFrom('staff_invitations')
      .select('id')
      .where('token_hash', '=', hashToken(token))
      .executeTakeFirstOrThrow();
    return { params: { id }, body: { reason: 'Sent by mistake' } };
  },
  changeRole: async (app) => ({
    params: { id: (await signInStaff(app, 'support')).user.id },
    body: { role: 'finance', reason: 'New work' },
  }),
  endMembership: async (app) => ({
    params: { id: (await signInStaff(app, 'support')).user.id },
    body: { reason: 'Has left' },
  }),
  listApprovals: withoutInput,
  approveRequest: forWaitingRefund,
  declineRequest: forWaitingRefund,
  searchDonations: withoutInput,
  exportDonations: withoutInput,
  getDonation: forPaidDonation,
  resendReceipt: async (app) => ({ params: { id: await sentReceipt(app) }, body: { reason: 'Asked for it' } }),
  correctEmail: async (app) => ({
    params: { id: await guestDonation(app) },
    body: { email: 'right@example.org', reason: 'A typing error' },
  }),
  makeClaimLink: async (app) => ({ params: { id: await paidDonation(app) }, body: { reason: 'Another device' } }),
  addNote: async (app) => ({ params: { id: await paidDonation(app) }, body: { note: 'Called by phone.' } }),
} as const satisfies SomeCalls;

async function guestDonation(app: TestApp): Promise<string> {
  const intent = await openIntent(app);
  await deliver(app, paidByGuest(intent, 'guest@example.org'));
  return intent.donation_id;
}

/** Creates a guest's donation with a sent receipt. Returns its id. */
async function sentReceipt(app: TestApp): Promise<string> {
  const id = await guestDonation(app);
  await app.deps.db.write.updateTable('outbox').set({ status: 'done' }).where('about', '=', id).execute();
  return id;
}

async function newMessage(app: TestApp): Promise<string> {
  const body = { name: 'Noor', email: 'noor@example.org', message: 'What a good idea.' };
  await call(app, { method: 'POST', url: '/api/contact', body });
  const { id } = await app.deps.db.read
    .selectFrom('contact_messages')
    .select('id')
    .orderBy('sent_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return id;
}
