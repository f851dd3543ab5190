import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { statusOfError, toErrorBody, type ErrorCode } from '#contract/error.ts';
import { postCheckout, refusal } from '#test/support/app/call-app.ts';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards, type StubCards } from '#test/support/payments/stub-cards.ts';
import { Refusal } from './error-reply.ts';

const internalError = refusal('internal', 'Something went wrong on our side. Please try again later.');

forEachDatabase((engine) => {
  describe('an unexpected error', () => {
    let cards: StubCards;
    let app: TestApp;

    beforeEach(async () => {
      cards = stubCards();
      app = await startApp(engine, { cards });
    });
    afterEach(() => app.close());

    test('gets a response of one sentence, and is logged with its cause', async () => {
      cards.respondToOpen = () => {
        throw new RangeError('secret detail');
      };
      const response = await postCheckout(app, checkoutBody());
      expect({ status: response.statusCode, body: response.json() }).toEqual({ status: 500, body: internalError });
      expect(app.logged).toContainEqual(
        expect.objectContaining({ level: 50, err: expect.objectContaining({ message: 'secret detail' }) }),
      );
    });

    test('of the database has the same response', async () => {
      await app.deps.db.write.schema.dropTable('donations').execute();
      const response = await app.server.inject({ url: '/api/donations/don_00000000000000000000000000/receipt' });
      expect({ status: response.statusCode, body: response.json() }).toEqual({ status: 500, body: internalError });
    });

    test('with an unknown status is still a 500', async () => {
      cards.respondToOpen = () => {
        throw Object.assign(new Error('a teapot'), { statusCode: 418 });
      };
      expect((await postCheckout(app, checkoutBody())).json()).toEqual(internalError);
    });

    test('may not be cached', async () => {
      cards.respondToOpen = () => {
        throw new Error('broken');
      };
      expect((await postCheckout(app, checkoutBody())).headers['cache-control']).toBe('no-store');
    });
  });
});

/** The statuses that other programs rely on, repeated by hand: a changed code does not compile, a changed status fails. */
const promisedStatuses: Record<ErrorCode, number> = {
  invalid_request: 400,
  invalid_charity: 400,
  invalid_amount: 400,
  invalid_address: 400,
  invalid_signature: 400,
  login_failed: 401,
  second_factor_needed: 401,
  sign_in_required: 401,
  token_invalid: 401,
  forbidden: 403,
  second_factor_missing: 403,
  foreign_origin: 403,
  token_not_allowed: 403,
  not_found: 404,
  donation_not_found: 404,
  username_taken: 400,
  link_invalid: 400,
  password_wrong: 400,
  code_wrong: 400,
  email_taken: 400,
  payout_returned: 409,
  prices_changed: 409,
  order_not_approved: 409,
  plan_over: 409,
  plan_busy: 409,
  charity_retired: 409,
  nothing_to_refund: 409,
  refund_under_way: 409,
  remaining_changed: 409,
  refund_conflict: 409,
  already_staff: 409,
  last_owner: 409,
  too_many_tokens: 409,
  webhook_address_refused: 400,
  too_many_webhooks: 409,
  already_resolved: 409,
  action_not_offered: 409,
  still_differs: 409,
  approval_waiting: 409,
  approval_decided: 409,
  approval_outdated: 409,
  not_payable: 409,
  not_paid: 409,
  already_decided: 409,
  second_person_needed: 409,
  change_waiting: 409,
  batch_open: 409,
  no_bank_account: 409,
  invalid_bank_details: 400,
  invalid_day: 400,
  invalid_picture: 400,
  no_recipient: 409,
  receipt_held: 409,
  address_not_editable: 409,
  member_of_team: 409,
  merge_refused: 409,
  already_claimed: 409,
  month_open: 409,
  version_outdated: 409,
  version_in_past: 400,
  nothing_changed: 409,
  rate_unlikely: 409,
  newsletter_sent: 409,
  newsletter_not_ready: 409,
  no_mail_server: 409,
  payment_declined: 422,
  checkout_conflict: 409,
  body_too_large: 413,
  unsupported_content_type: 415,
  too_many_requests: 429,
  too_many_declines: 429,
  internal: 500,
  provider_unavailable: 503,
  unavailable: 503,
};

describe('a refusal', () => {
  test('has the documented status', () => {
    expect(statusOfError).toEqual(promisedStatuses);
  });

  test.each(Object.entries(promisedStatuses))('%s thrown gets %d', (code, status) => {
    expect(new Refusal(code as ErrorCode, 'No.').statusCode).toBe(status);
  });

  test('contains its sentence in both fields of the spec', () => {
    expect(toErrorBody('not_found', 'No.')).toEqual({ code: 'not_found', error: 'No.', message: 'No.' });
  });
});
