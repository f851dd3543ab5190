import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { call } from '#test/support/accounts/account-calls.ts';
import {
  confirmAddressOf,
  donorPassword,
  signIn,
  signInAdmin,
  type SignedIn,
} from '#test/support/accounts/signed-in.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { builtMails } from '#test/support/mail/built-mails.ts';
import { startMailedApp, type MailedApp } from '#test/support/mail/mailed-app.ts';
import { insertActivePlan } from '#test/support/payments/active-subscriptions.ts';
import { insertGuestDonation } from '#test/support/payments/guest-donations.ts';
import { insertPastDonations } from '#test/support/payments/past-donations.ts';

const renderMail = builtMails();

forEachDatabase((engine) => {
  describe('the emails about a merge', () => {
    let mailed: MailedApp;
    let cookie: string;
    let kept: SignedIn;

    beforeEach(async () => {
      mailed = await startMailedApp(engine, renderMail);
      cookie = await signInAdmin(mailed.app);
      kept = await signInConfirmed('noor', 'noor@example.org');
    });
    afterEach(() => mailed.close());

    async function signInConfirmed(username: string, email: string): Promise<SignedIn> {
      const donor = await signIn(mailed.app, { username, email });
      await confirmAddressOf(mailed.app, donor);
      return donor;
    }
    const merge = async (endingId: string): Promise<number> =>
      (
        await call(mailed.app, {
          method: 'POST',
          url: `/api/admin/donors/${kept.user.id}/merge`,
          cookie,
          body: { with: endingId, reason: 'The same person' },
        })
      ).statusCode;
    /** Delivers the emails. Returns their subjects and texts by address. */
    const delivered = async (): Promise<Record<string, string>> =>
      Object.fromEntries(
        (await mailed.deliverMails()).map((mail) => [
          mail.to.join(),
          `${mail.headers.get('subject')} | ${mail.part('text/plain').replaceAll(/\s+/g, ' ')}`,
        ]),
      );

    test('tell both addresses what happened, each once, and name no address', async () => {
      const ending = await signInConfirmed('evil.example', 'old@example.org');
      await insertActivePlan(mailed.app, ending);
      await insertPastDonations(mailed.app.deps, [{ donor_id: ending.user.id }]);
      await delivered();
      expect(await merge(ending.user.id)).toBe(200);
      expect(await merge(ending.user.id)).toBe(404);
      const mails = await delivered();
      expect(Object.keys(mails).toSorted()).toEqual(['noor@example.org', 'old@example.org']);
      const { 'noor@example.org': toKept = '', 'old@example.org': toEnded = '' } = mails;
      expect(toKept).toMatch(/^Your Kindbite accounts are now one \| /);
      expect(toKept).toMatch(
        /moved what you gave with the other one to your account noor: \d donations? and 1 monthly donation\. The other account has been closed\./,
      );
      expect(toEnded).toMatch(
        /moved what you gave with this email address to your account noor: \d donations? and 1 monthly donation\./,
      );
      expect(toEnded).toContain('please sign in as noor at');
      expect(toEnded).toContain("If the account noor isn't yours, please write to");
      expect(toKept + toEnded).not.toMatch(/@example\.org|evil/);
    });

    test('have the ended address only in the field that the outbox clears after they are sent', async () => {
      const ending = await signInConfirmed('old', 'old@example.org');
      expect(await merge(ending.user.id)).toBe(200);
      const jobs = mailed.app.deps.db.read.selectFrom('outbox').select('payload').where('kind', '=', 'donors_merged');
      const fields = (await jobs.execute()).flatMap(({ payload }) =>
        Object.entries(JSON.parse(payload) as Record<string, string>),
      );
      expect(fields.filter(([, value]) => value.includes('old'))).toEqual([['address', 'old@example.org']]);
    });

    test('are only one email if a guest with the same address is merged', async () => {
      const guest = await insertGuestDonation(mailed.app.deps, 'noor@example.org');
      await delivered();
      expect(await merge(guest.intent_id)).toBe(200);
      const mails = await delivered();
      expect(Object.keys(mails)).toEqual(['noor@example.org']);
      expect(mails['noor@example.org']).toContain('Donations were added to your Kindbite account | ');
      expect(mails['noor@example.org']).toContain(
        'added what you gave without signing in to your account noor: 1 donation.',
      );
    });

    test('are not sent if the account that stays is deleted first', async () => {
      const ending = await signInConfirmed('old', 'old@example.org');
      await delivered();
      await merge(ending.user.id);
      const body = { password: donorPassword };
      await call(mailed.app, { method: 'POST', url: '/api/account/deletion', cookie: kept.cookie, body });
      expect(await delivered()).toEqual({});
    });
  });
});
