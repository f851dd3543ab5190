import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isStaffAccess } from '#contract/endpoint.ts';
import { endpoints, type EndpointName } from '#contract/endpoints.ts';
import type { StaffAction } from '#domain/staff/actions.ts';
import { call } from '#test/support/accounts/account-calls.ts';
import { loggedActions } from '#test/support/accounts/audit-log.ts';
import { signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { signInStaff } from '#test/support/accounts/staff.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { ownOrigin, startApp, type TestApp } from '#test/support/app/start-app.ts';
import { validCalls } from '#test/support/calls/valid-calls.ts';
import { acceptedMails } from '#test/support/mail/accepted-mails.ts';
import { activeSubscriptions } from '#test/support/payments/active-subscriptions.ts';
import { stubCardsWithWebhook } from '#test/support/payments/open-intent.ts';

/**
 * The action that each call of staff leaves in the audit log. Calls that only read are listed if their response leaves the
 * product.
 */
const recorded: Readonly<Partial<Record<EndpointName, StaffAction>>> = {
  deleteMessage: 'message_deleted',
  deleteNetworkMessages: 'network_messages_deleted',
  replyToMessage: 'message_answered',
  refundDonation: 'refund_requested',
  resolveReviewItem: 'review_dismissed',
  bookMovement: 'movement_booked',
  cancelLostPlan: 'lost_plan_canceled',
  endHold: 'held_emails_discarded',
  downloadSubscribers: 'subscribers_downloaded',
  createNewsletter: 'newsletter_created',
  saveNewsletter: 'newsletter_saved',
  deleteNewsletter: 'newsletter_deleted',
  testNewsletter: 'newsletter_tested',
  sendNewsletter: 'newsletter_sent',
  pauseNewsletter: 'newsletter_paused',
  resumeNewsletter: 'newsletter_resumed',
  eraseSubscriber: 'subscriber_erased',
  setPostalAddress: 'postal_address_set',
  exportDonations: 'donations_downloaded',
  exportTrialBalance: 'trial_balance_downloaded',
  closeMonth: 'month_closed',
  addWebhook: 'webhook_added',
  changeWebhook: 'webhook_changed',
  rotateWebhookSecret: 'webhook_secret_rotated',
  pauseWebhook: 'webhook_paused',
  resumeWebhook: 'webhook_resumed',
  removeWebhook: 'webhook_removed',
  testWebhook: 'webhook_tested',
  redeliver: 'webhook_redelivered',
  publishRates: 'version_published',
  restoreRates: 'version_published',
  switchCounters: 'version_published',
  publishWords: 'version_published',
  restoreWords: 'version_published',
  publishCatalogue: 'version_published',
  publishFigures: 'version_published',
  restoreFigures: 'version_published',
  publishQuestions: 'version_published',
  restoreQuestions: 'version_published',
  switchReportYear: 'version_published',
  uploadPicture: 'picture_uploaded',
  downloadMonth: 'month_downloaded',
  exportAuditLog: 'audit_log_downloaded',
  inviteStaff: 'staff_invited',
  withdrawInvitation: 'invitation_withdrawn',
  changeRole: 'role_changed',
  endMembership: 'membership_ended',
  createBatch: 'payout_batch_created',
  payBatch: 'payout_batch_paid',
  cancelBatch: 'payout_batch_canceled',
  returnPayout: 'approval_requested',
  downloadPaymentFile: 'bank_file_downloaded',
  downloadTransfers: 'bank_file_downloaded',
  downloadStatement: 'statement_downloaded',
  downloadStatementTable: 'statement_downloaded',
  proposeBankAccount: 'bank_account_entered',
  decideBankAccount: 'bank_account_approved',
  approveRequest: 'approval_given',
  declineRequest: 'approval_declined',
  resendReceipt: 'receipt_resent',
  correctEmail: 'payer_email_corrected',
  makeClaimLink: 'claim_link_made',
  addNote: 'note_added',
  downloadDonorData: 'donor_data_downloaded',
  downloadDonorStatement: 'yearly_statement_downloaded',
  downloadDonorTable: 'yearly_statement_downloaded',
  eraseDonor: 'donor_erased',
  mergeDonors: 'donors_merged',
  makeToken: 'token_made',
  revokeToken: 'token_revoked',
};

/** Calls that change nothing, or nothing that anyone is accountable for, and a file that a page shows in a frame. */
const unrecorded: readonly EndpointName[] = [
  'markMessageRead',
  'previewFigures',
  'previewQuestions',
  'previewWords',
  'showNewsletter',
];

/** The network that messages came from is forgotten after 30 days, so the log does not name it. */
const isForgotten = (name: EndpointName): boolean => name === 'deleteNetworkMessages';

const names = Object.keys(endpoints) as EndpointName[];

test('every call of staff that changes something or returns a file is recorded', () => {
  const named = [...Object.keys(recorded), ...unrecorded];
  const expected = names.filter((name) => {
    const { access, method, ...endpoint } = endpoints[name];
    return isStaffAccess(access) && (method !== 'GET' || 'file' in endpoint);
  });
  expect(named.toSorted()).toEqual(expected.toSorted());
});

forEachDatabase((engine) => {
  describe('the audit log', () => {
    let app: TestApp;
    let owner: SignedIn;
    beforeEach(async () => {
      app = await startApp(engine, {
        cards: { ...stubCardsWithWebhook(), subscriptions: activeSubscriptions },
        ...acceptedMails(),
      });
      owner = await signInStaff(app, 'owner', { username: 'olga' });
    });
    afterEach(() => app.close());

    /** Prepares a call that the audit log records. */
    const prepare = async (name: EndpointName) => {
      if (name === 'endHold') await insertHeldEmail(app);
      const { params = {}, body } = await validCalls[name](app, { caller: owner, owner: await signIn(app) });
      const { method, path } = endpoints[name];
      const url = path.replace(/:(\w+)/g, (_all, parameter: string) => params[parameter] ?? '');
      return { method, url, params, body: name === 'endHold' ? { decision: 'discard', reason: 'Sent before' } : body };
    };

    test.each(Object.entries(recorded) as [EndpointName, StaffAction][])(
      'has an entry after %s: %s',
      async (name, action) => {
        const { method, url, params, body } = await prepare(name);
        const response = await call(app, { method, url, cookie: owner.cookie, ...(body ? { body } : {}) });
        expect(response.statusCode).toBe(200);
        const own = (await loggedActions(app)).filter(({ actor_name: actor }) => actor === 'olga');
        const entry = own.find((found) => found.action === action);
        expect(JSON.stringify(entry)).toContain(isForgotten(name) ? action : (params['id'] ?? action));
        if (isForgotten(name)) expect(JSON.stringify(entry)).not.toContain(params['id']);
      },
    );

    const sent = names.filter((name) => name in recorded && endpoints[name].method !== 'GET');

    test.each(sent)('of someone whose role ends while %s arrives has no entry, and nothing is done', async (name) => {
      const { method, url, body = {} } = await prepare(name);
      const actionsBefore = await loggedActions(app);
      const response = await app.server.inject({
        method,
        url,
        headers: {
          origin: ownOrigin,
          cookie: owner.cookie,
          'content-type': Buffer.isBuffer(body) ? 'image/png' : 'application/json',
        },
        payload: Readable.from(afterRoleEnds(Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body)))),
      });
      expect([response.statusCode, await loggedActions(app)]).toEqual([403, actionsBefore]);
    });

    /** Yields the body of a request, which is read after the caller's role has been checked. */
    async function* afterRoleEnds(body: Buffer): AsyncGenerator<Buffer> {
      await app.deps.db.write.updateTable('users').set({ staff_role: null }).where('id', '=', owner.user.id).execute();
      yield body;
    }

    const downloads = names.filter((name) => name in recorded && endpoints[name].method === 'GET');

    test.each(downloads)('has no entry after a HEAD request for %s, because it sends no file', async (name) => {
      const { url } = await prepare(name);
      const response = await app.server.inject({ method: 'HEAD', url, headers: { cookie: owner.cookie } });
      expect([response.statusCode, response.headers['content-disposition']]).toEqual([
        200,
        expect.stringMatching(/^attachment/),
      ]);
      const actions = (await loggedActions(app)).map(({ action }) => action);
      expect(actions).not.toContain(recorded[name]);
    });

    test('has the amounts of a refund, and one entry however often it is requested', async () => {
      const { params } = await validCalls.refundDonation(app, { caller: owner, owner });
      const url = `/api/admin/donations/${params?.['id']}/refund`;
      for (let request = 0; request < 2; request += 1)
        await call(app, {
          method: 'POST',
          url,
          cookie: owner.cookie,
          body: { amount: 2, expectedRemaining: 5.24, reason: 'Paid twice' },
        });
      expect(await loggedActions(app)).toEqual([
        {
          action: 'refund_requested',
          actor_name: 'olga',
          subject: `donation ${params?.['id']}`,
          before: { remaining: 5.24 },
          after: { refund: 2, currency: 'CAD' },
          reason: 'Paid twice',
        },
      ]);
    });

    test('has nothing about calls that changed nothing', async () => {
      const send = (path: string, body: object) =>
        call(app, { method: 'POST', url: `/api/admin/${path}`, cookie: owner.cookie, body });
      const reason = 'Looked at it';
      const unknown = '00000000000000000000000000';
      expect((await send('held-emails', { decision: 'send', reason })).statusCode).toBe(200);
      const refused = [
        await send(`messages/msg_${unknown}/delete`, { reason }),
        await send('message-networks/unknown/delete', { reason }),
        await send(`messages/msg_${unknown}/reply`, { replyMessage: 'Hello' }),
        await send(`donations/don_${unknown}/refund`, { reason }),
        await send(`plans/pln_${unknown}/cancel`, { reason }),
      ];
      expect(refused.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404]);
      expect(await loggedActions(app)).toEqual([]);
    });

    test('has one entry for a reply that was sent twice', async () => {
      const { params } = await validCalls.replyToMessage(app, { caller: owner, owner });
      const url = `/api/admin/messages/${params?.['id']}/reply`;
      for (let click = 0; click < 2; click += 1)
        await call(app, { method: 'POST', url, cookie: owner.cookie, body: { replyMessage: 'Thank you' } });
      expect((await loggedActions(app)).map(({ action }) => action)).toEqual(['message_answered']);
    });
  });
});

const insertHeldEmail = ({ deps: { db, clock } }: TestApp) =>
  db.write
    .insertInto('outbox')
    .values({
      id: 'out_held',
      kind: 'receipt',
      payload: '{}',
      dedupe_key: 'held',
      about: null,
      status: 'held',
      run_at: clock.now().toISOString(),
      attempts: 0,
      unavailable_attempts: 0,
      locked_until: null,
      last_error: null,
      created_at: clock.now().toISOString(),
    })
    .execute();
