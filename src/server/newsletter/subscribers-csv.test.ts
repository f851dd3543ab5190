import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newsletterConsent } from '#contract/newsletter.ts';
import type { SubscriberRow } from '#server/db/tables.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { signIn, signInAdmin } from '#test/support/accounts/signed-in.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { createExclusiveRunner } from '#server/http/files/downloads.ts';
import { exportSubscribers } from './subscribers-csv.ts';

const emailsIn = (text: string): string[] =>
  text
    .split('\r\n')
    .slice(0, -1)
    .map((row) => row.slice(0, row.indexOf(',')));

const subscriber = (id: string, changes: Partial<SubscriberRow>): SubscriberRow => ({
  id,
  email: `${id}@example.org`,
  email_key: id,
  status: 'confirmed',
  consent_text: newsletterConsent,
  consent_source: 'footer',
  requested_at: '2026-03-01T00:00:00.000Z',
  confirm_token_hash: `hash-${id}`,
  confirm_expires_at: null,
  confirmed_at: '2026-03-02T00:00:00.000Z',
  unsubscribe_token: `token-${id}`,
  unsubscribed_at: null,
  ...changes,
});

forEachDatabase((engine) => {
  describe('GET /api/admin/subscribers.csv', () => {
    let app: TestApp;
    beforeAll(async () => {
      app = await startApp(engine, { cards: stubCards() });
      const rows = [
        subscriber('second', { confirmed_at: '2026-03-03T00:00:00.000Z' }),
        subscriber('first', { email: '=cmd@example.org', consent_text: 'I agree, "gladly"' }),
        subscriber('waiting', { status: 'waiting', confirmed_at: null }),
        subscriber('left', { status: 'unsubscribed' }),
        subscriber('plus', { email: '+plus@example.org', confirmed_at: '2026-03-04T00:00:00.000Z' }),
      ];
      await app.deps.db.write.insertInto('newsletter_subscribers').values(rows).execute();
    });
    afterAll(() => app.close());

    const download = (headers: Record<string, string> = {}) =>
      app.server.inject({ url: '/api/admin/subscribers.csv', headers });

    test('lists confirmed subscribers with the proof of their consent, and escapes formulas', async () => {
      const response = await download({ cookie: await signInAdmin(app) });
      expect(response.statusCode).toBe(200);
      expect(response.headers).toMatchObject({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="subscribers.csv"',
        'cache-control': 'no-store',
      });
      expect(response.body.split('\r\n')).toEqual([
        '\uFEFFEmail,Confirmed at,Consent,Source,Requested at',
        `'=cmd@example.org,2026-03-02T00:00:00.000Z,"I agree, ""gladly""",footer,2026-03-01T00:00:00.000Z`,
        `second@example.org,2026-03-03T00:00:00.000Z,${newsletterConsent},footer,2026-03-01T00:00:00.000Z`,
        `'+plus@example.org,2026-03-04T00:00:00.000Z,${newsletterConsent},footer,2026-03-01T00:00:00.000Z`,
        '',
      ]);
    });

    test('lists each subscriber of several pages once, and leaves out those who unsubscribe before they are read', async () => {
      const many = Array.from({ length: 1201 }, (_, index) =>
        subscriber(`many-${String(index).padStart(4, '0')}`, {
          confirmed_at: `2026-04-0${1 + (index % 2)}T00:00:00.000Z`, // many share their instant, and the ids break the tie
        }),
      );
      for (const page of [many.slice(0, 600), many.slice(600)])
        await app.deps.db.write.insertInto('newsletter_subscribers').values(page).execute();
      const inOrder = [...many.filter((_, index) => index % 2 === 0), ...many.filter((_, index) => index % 2 === 1)];
      const early = ["'=cmd@example.org", 'second@example.org', "'+plus@example.org"];
      const leave = (...emails: readonly string[]) =>
        app.deps.db.write
          .updateTable('newsletter_subscribers')
          .set({ status: 'unsubscribed' })
          .where('email', 'in', emails)
          .execute();
      const pieces: string[][] = [];
      for await (const text of exportSubscribers(app.deps.db.read, createExclusiveRunner())) {
        pieces.push(emailsIn(text));
        if (pieces.length === 2) await leave(pieces[1]!.at(-1)!, 'many-0001@example.org');
      }
      const [heading, ...pages] = pieces;
      expect(heading).toEqual(['\uFEFFEmail']);
      expect(pages.map((page) => page.length)).toEqual([500, 500, 203]);
      expect(pages.flat()).toEqual(
        [...early, ...inOrder.map(({ email }) => email)].filter((email) => email !== 'many-0001@example.org'),
      );
    });

    test('refuses visitors and donors', async () => {
      const { cookie } = await signIn(app);
      const responses = [await download(), await download({ cookie })];
      expect(responses.map((response) => [response.statusCode, response.json<unknown>()])).toEqual([
        [401, refusal('sign_in_required', 'Please sign in.')],
        [403, refusal('forbidden', 'You do not have permission to do this.')],
      ]);
    });
  });
});
