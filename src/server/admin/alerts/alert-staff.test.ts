import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { StaffRole } from '#domain/staff/rights.ts';
import type { Deps } from '#server/deps.ts';
import { setRole, signInStaff } from '#test/support/accounts/staff.ts';
import type { SignedIn } from '#test/support/accounts/signed-in.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { builtMails } from '#test/support/mail/built-mails.ts';
import { startMailedApp, type MailedApp } from '#test/support/mail/mailed-app.ts';
import { insertQuarantined } from '#test/support/review/quarantined.ts';
import { alertStaff } from './alert-staff.ts';
import { insertRatesVersion, newRate } from '#test/support/rates/rates.ts';

const renderMail = builtMails();
const minuteMs = 60 * 1000;

forEachDatabase((engine) => {
  describe('alerts to staff', () => {
    let mailed: MailedApp;
    let deps: Deps;
    beforeEach(async () => {
      mailed = await startMailedApp(engine, renderMail);
      deps = mailed.app.deps;
    });
    afterEach(() => mailed.close());

    const join = (role: StaffRole): Promise<SignedIn> => signInStaff(mailed.app, role);
    const quarantine = (eventId: string): Promise<void> =>
      insertQuarantined(deps, { eventId, reason: 'unknown_session', detail: { payer: 'noor@example.org' } });
    const resolve = (eventId: string) =>
      deps.db.write
        .updateTable('quarantined_events')
        .set({ resolved_at: deps.clock.now().toISOString() })
        .where('event_id', '=', eventId)
        .execute();
    const insertDeadJob = (id: string) => {
      const at = deps.clock.now().toISOString();
      const times = { run_at: at, created_at: at, locked_until: null };
      const job = { id, kind: 'fetch_payer', payload: '{}', dedupe_key: id, about: null, status: 'dead' } as const;
      return deps.db.write
        .insertInto('outbox')
        .values({ ...job, ...times, attempts: 15, unavailable_attempts: 0, last_error: 'no response' })
        .execute();
    };
    /** Sends alerts. Returns the recipients and subjects of the emails that arrive. */
    const runAndDeliver = async (): Promise<(readonly [to: string, subject: string | undefined])[]> => {
      await alertStaff(deps);
      return (await mailed.deliverMails()).map(({ to, headers }) => [to.join(), headers.get('subject')] as const);
    };

    test('nothing is sent when nothing needs review', async () => {
      await join('owner');
      expect(await runAndDeliver()).toEqual([]);
    });

    test('a failed job alerts Owners, a quarantined payment Owners and Finance, and neither alerts others', async () => {
      const owner = await join('owner');
      const finance = await join('finance');
      for (const role of ['support', 'content', 'auditor'] as const) await join(role);
      await quarantine('evt_1');
      await insertDeadJob('out_1');
      const arrived = await runAndDeliver();
      expect(arrived).toHaveLength(2);
      expect(Object.fromEntries(arrived)).toEqual({
        [finance.user.email]: 'Needs review: 1 quarantined payment',
        [owner.user.email]: 'Needs review: 1 quarantined payment and 1 other item',
      });
      mailed.app.clock.advance(24 * 60 * minuteMs);
      expect(await runAndDeliver()).toEqual([]);
    });

    test('an alert says what needs review, how much and since when, links to the page, and contains nothing about a donor', async () => {
      await join('finance');
      await quarantine('evt_1');
      await quarantine('evt_2');
      await alertStaff(deps);
      const [mail] = await mailed.deliverMails();
      const text = mail?.part('text/plain').replaceAll(/\s+/g, ' ');
      const since = deps.clock
        .now()
        .toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
      expect(text).toContain(
        `2 quarantined payments http://localhost:3000/admin/review#quarantined since ${since} UTC.`,
      );
      expect(mail?.source).not.toMatch(/noor|evt_/);
    });

    test('conditions that begin within an hour after an alert are collected in one email', async () => {
      const { user } = await join('finance');
      await quarantine('evt_1');
      await runAndDeliver();
      for (let number = 2; number < 60; number += 1) {
        mailed.app.clock.advance(minuteMs);
        await quarantine(`evt_${number}`);
        expect(await runAndDeliver()).toEqual([]);
      }
      mailed.app.clock.advance(2 * minuteMs);
      expect(await runAndDeliver()).toEqual([[user.email, 'Needs review: 58 quarantined payments']]);
    });

    test('a condition that ended and begins again is mailed again', async () => {
      const { user } = await join('owner');
      await insertDeadJob('out_1');
      const expected = [[user.email, 'Needs review: 1 failed job']];
      expect(await runAndDeliver()).toEqual(expected);
      const setStatus = (status: 'dead' | 'waiting') =>
        deps.db.write.updateTable('outbox').set({ status }).where('id', '=', 'out_1').execute();
      await setStatus('waiting');
      mailed.app.clock.advance(60 * minuteMs);
      expect(await runAndDeliver()).toEqual([]);
      await setStatus('dead');
      expect(await runAndDeliver()).toEqual(expected);
    });

    test('a rate that was set more than 30 days ago is mailed once', async () => {
      const { user } = await join('finance');
      await insertRatesVersion(mailed.app, { NGN: newRate({ day: '2026-11-21' }) });
      const advanceTo = (at: string) =>
        mailed.app.clock.advance(new Date(at).getTime() - mailed.app.clock.now().getTime());
      advanceTo('2026-12-21T00:00:00.000Z');
      expect(await runAndDeliver()).toEqual([]);
      mailed.app.clock.advance(1);
      const expected = [[user.email, 'Needs review: 1 outdated exchange rate']];
      expect(await runAndDeliver()).toEqual(expected);
      mailed.app.clock.advance(365 * 24 * 60 * minuteMs);
      expect(await runAndDeliver()).toEqual([]);
    });

    test('balances that differ and movements that the ledger does not know are mailed one by one', async () => {
      const { user } = await join('finance');
      const at = deps.clock.now().toISOString();
      const compared = { provider: 'stripe', compared_at: at, as_of: at, pending_minor: 0, unbooked_minor: 0 } as const;
      await deps.db.write
        .insertInto('balance_comparisons')
        .values([
          { ...compared, currency: 'CAD', available_minor: 500, ledger_minor: 400 },
          { ...compared, currency: 'USD', available_minor: 500, ledger_minor: 500 },
        ])
        .execute();
      expect(await runAndDeliver()).toEqual([[user.email, 'Needs review: 1 balance that differs']]);
      for (const id of ['txn_1', 'txn_2']) {
        await deps.db.write.insertInto('provider_movements').values(movement(id, at)).execute();
        mailed.app.clock.advance(60 * minuteMs);
        expect(await runAndDeliver()).toEqual([[user.email, 'Needs review: 1 unknown movement']]);
      }
    });

    const movement = (id: string, at: string) =>
      ({
        provider: 'stripe',
        movement_id: id,
        kind: 'adjustment',
        amount_minor: -100,
        currency: 'CAD',
        description: null,
        source_id: null,
        occurred_at: at,
        resolved_at: null,
        ledger_cause: null,
      }) as const;

    test('someone who loses the role before the email is sent gets the alert only after regaining the role', async () => {
      const finance = await join('finance');
      await quarantine('evt_1');
      await alertStaff(deps);
      await setRole(mailed.app, finance, 'support');
      expect(await mailed.deliverMails()).toEqual([]);
      await alertStaff(deps);
      expect(await deps.db.read.selectFrom('alert_marks').selectAll().execute()).toEqual([]);
      await setRole(mailed.app, finance, 'finance');
      expect(await runAndDeliver()).toEqual([[finance.user.email, 'Needs review: 1 quarantined payment']]);
    });

    test('an alert that could not be sent raises no other alert', async () => {
      await join('owner');
      await quarantine('evt_1');
      await alertStaff(deps);
      await deps.db.write.updateTable('outbox').set({ status: 'dead' }).where('kind', '=', 'staff_alert').execute();
      mailed.app.clock.advance(60 * minuteMs);
      expect(await runAndDeliver()).toEqual([]);
    });

    test('a round that fails before its commit stores nothing, and the next one sends the alert', async () => {
      const { user } = await join('finance');
      await quarantine('evt_1');
      const failing = {
        ...deps,
        random: {
          bytes: () => {
            throw new Error('killed');
          },
        },
      };
      await expect(alertStaff(failing)).rejects.toThrow('killed');
      expect(await deps.db.read.selectFrom('alert_conditions').selectAll().execute()).toEqual([]);
      expect(await runAndDeliver()).toEqual([[user.email, 'Needs review: 1 quarantined payment']]);
    });

    test('a second payment in quarantine is mailed even if the first one was resolved in the same hour', async () => {
      const { user } = await join('finance');
      await quarantine('evt_1');
      await runAndDeliver();
      mailed.app.clock.advance(60 * minuteMs);
      await quarantine('evt_2');
      await resolve('evt_1');
      expect(await runAndDeliver()).toEqual([[user.email, 'Needs review: 1 quarantined payment']]);
    });
  });
});
