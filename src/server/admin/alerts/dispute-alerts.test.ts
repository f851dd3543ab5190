import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mailHandlers } from '#server/mail/mail-writer.ts';
import { workOutbox } from '#server/outbox/worker.ts';
import type { SignedIn } from '#test/support/accounts/signed-in.ts';
import { signInStaff } from '#test/support/accounts/staff.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { builtMails } from '#test/support/mail/built-mails.ts';
import { startMailServer, type MailServer, type ReceivedMail } from '#test/support/mail/mail-server.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { alertStaff } from './alert-staff.ts';
import { writeAlertMail } from './alert-mail.ts';
import { patientSmtp } from '#test/support/mail/patient-smtp.ts';

const renderMail = builtMails();
const hourMs = 60 * 60 * 1000;

forEachDatabase((engine) => {
  describe('a dispute', () => {
    let world: AppWithSandbox;
    let smtp: MailServer;
    let owner: SignedIn;
    let finance: SignedIn;

    beforeEach(async () => {
      smtp = await startMailServer();
      world = await startAppWithSandbox(engine, { mail: patientSmtp(smtp.url), renderMail });
      owner = await signInStaff(world.app, 'owner');
      finance = await signInStaff(world.app, 'finance');
      await signInStaff(world.app, 'support');
    });
    afterEach(async () => {
      await world.close();
      await smtp.close();
    });

    const runAndDeliver = async (): Promise<ReceivedMail[]> => {
      const { deps } = world.app;
      const known = smtp.received.length;
      await alertStaff(deps);
      while ((await workOutbox(deps, mailHandlers(deps, { staff_alert: writeAlertMail }))).done > 0);
      return smtp.received.slice(known);
    };
    const openDispute = async (): Promise<string> => {
      await world.pay();
      const [payment] = await world.control.readPayments();
      const { disputeId } = await world.control.openDispute(payment?.paymentIntentId ?? '', { amountMinor: 524 });
      await world.sandbox.sandbox.webhooks.whenIdle();
      return disputeId;
    };
    const setDeadline = (hours: number) =>
      world.app.deps.db.write
        .updateTable('dispute_deadlines')
        .set({ evidence_due_at: new Date(world.app.clock.now().getTime() + hours * hourMs).toISOString() })
        .execute();

    test('is mailed once to Finance and the Owner, with its deadline and a link to its donation', async () => {
      await openDispute();
      const mails = await runAndDeliver();
      expect(mails).toHaveLength(2);
      expect(new Set(mails.flatMap(({ to }) => to))).toEqual(new Set([owner.user.email, finance.user.email]));
      const [donation] = await world.donations();
      for (const mail of mails) {
        expect(mail.headers.get('subject')).toBe('Needs review: 1 open dispute');
        expect(mail.part('text/plain')).toContain(`/admin/donations/${donation?.id}`);
        expect(mail.part('text/plain').replaceAll(/\s+/g, ' ')).toMatch(/Evidence is due by \w{3} \d+, \d{4}, /);
      }
      await world.advance(2 * 60 * 60);
      expect(await runAndDeliver()).toEqual([]);
    });

    test('is mailed once more within 48 hours of its deadline, unless it was decided', async () => {
      const disputeId = await openDispute();
      await runAndDeliver();
      await world.advance(60 * 60);
      await setDeadline(49);
      expect(await runAndDeliver()).toEqual([]);
      await setDeadline(48);
      const reminders = await runAndDeliver();
      expect(reminders.map(({ headers }) => headers.get('subject'))).toEqual([
        'Needs review: 1 dispute with evidence due soon',
        'Needs review: 1 dispute with evidence due soon',
      ]);
      await world.advance(60 * 60);
      expect(await runAndDeliver()).toEqual([]);
      await world.control.decideDispute(disputeId, 'lost');
      await world.sandbox.sandbox.webhooks.whenIdle();
      expect(await runAndDeliver()).toEqual([]);
      expect(await world.app.deps.db.read.selectFrom('alert_conditions').selectAll().execute()).not.toContainEqual(
        expect.objectContaining({ condition_key: `dispute:stripe:${disputeId}` }),
      );
    });
  });
});
