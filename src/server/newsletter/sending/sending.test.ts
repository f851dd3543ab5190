import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newslettersSentences, type NewsletterResponse } from '#contract/admin/newsletters.ts';
import type { Deps } from '#server/deps.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { pauseNewsletters } from '#server/outbox/held-mails.ts';
import { call } from '#test/support/accounts/account-calls.ts';
import { loggedActions } from '#test/support/accounts/audit-log.ts';
import type { SignedIn } from '#test/support/accounts/signed-in.ts';
import { signInStaff } from '#test/support/accounts/staff.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { builtMails } from '#test/support/mail/built-mails.ts';
import { startMailedApp, type MailedApp } from '#test/support/mail/mailed-app.ts';
import { insertSubscribers, readyDraft, savedDraft } from '#test/support/newsletter/valid-newsletter-calls.ts';
import { alertStaff } from '#server/admin/index.ts';
import { sendNewsletters } from './send-newsletters.ts';

const renderMail = builtMails();
const path = '/api/admin/newsletters';
const reason = 'Spring';
const waitingMax = 4;

forEachDatabase((engine) => {
  describe('sending a newsletter', () => {
    let mailed: MailedApp;
    let deps: Deps;
    let author: SignedIn;
    beforeEach(async () => {
      mailed = await startMailedApp(engine, renderMail);
      deps = mailed.app.deps;
      author = await signInStaff(mailed.app, 'content', { username: 'author' });
    });
    afterEach(() => mailed.close());

    const post = async (url: string, body: object, { cookie } = author) => {
      const response = await call(mailed.app, { method: 'POST', url, cookie, body });
      return { status: response.statusCode, body: response.json<Record<string, unknown>>() };
    };
    const act = (id: string, action: 'send' | 'pause' | 'resume', body: object = {}) =>
      post(`${path}/${id}/${action}`, { ...(action === 'send' ? { version: 1 } : {}), reason, ...body });
    const read = async (id: string) =>
      (
        await call(mailed.app, { method: 'GET', url: `${path}/${id}`, cookie: author.cookie })
      ).json<NewsletterResponse>();
    /** A draft with `count` subscribers, the first of whom has a random address. */
    async function draftFor(count: number): Promise<string> {
      const id = await readyDraft(mailed.app);
      await insertSubscribers(deps, count - 1, (number) => `reader-${number}@example.org`);
      return id;
    }
    /** Sends until nothing more can be sent. Returns the recipients. */
    async function sendAll(id: string): Promise<readonly string[]> {
      const known = mailed.smtp.received.length;
      for (let round = 0; round < 50; round += 1) {
        await sendNewsletters(deps, waitingMax);
        await mailed.deliverMails();
        if ((await read(id)).status !== 'sending') return mailed.smtp.received.slice(known).flatMap(({ to }) => to);
      }
      throw new Error(`the newsletter is still ${JSON.stringify(await read(id))}`);
    }
    const subscribers = () => deps.db.read.selectFrom('newsletter_subscribers').selectAll().orderBy('id').execute();
    const newsletterMails = () =>
      mailed.smtp.received.filter(({ headers }) => headers.get('subject') === 'Spring news');

    test('everyone who is subscribed gets one email, with an unsubscribe link and our postal address', async () => {
      const id = await draftFor(waitingMax * 2 + 2);
      const [waiting, left] = await insertSubscribers(deps, 2);
      await deps.db.write
        .updateTable('newsletter_subscribers')
        .set({ status: 'waiting', confirmed_at: null })
        .where('id', '=', waiting!.id)
        .execute();
      await deps.db.write
        .updateTable('newsletter_subscribers')
        .set({ status: 'unsubscribed' })
        .where('id', '=', left!.id)
        .execute();
      const expected = (await subscribers()).filter(({ status }) => status === 'confirmed');
      expect((await act(id, 'send')).status).toBe(200);
      expect((await sendAll(id)).toSorted()).toEqual(expected.map(({ email }) => email).toSorted());
      const tokens = new Map(expected.map((row) => [row.email, row.unsubscribe_token]));
      for (const mail of mailed.smtp.received) {
        const url = `http://localhost:3000/newsletter/unsubscribe/${tokens.get(mail.to.join())}`;
        expect(mail.headers.get('list-unsubscribe')).toBe(`<${url}>`);
        expect(mail.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
      }
      const [mail] = mailed.smtp.received;
      for (const type of ['text/html', 'text/plain']) {
        expect(mail?.part(type).replaceAll('\r\n', '\n')).toContain('1 Main Street\nToronto');
        expect(mail?.part(type)).toContain(`/newsletter/unsubscribe/${tokens.get(mail?.to.join() ?? '')}`);
      }
      expect(await read(id)).toMatchObject({
        status: 'sent',
        startedBy: 'author',
        figures: { waiting: 0, sent: expected.length, bounced: 0, skipped: 0, failed: 0, unsubscribed: 0 },
      });
    });

    test('only a few emails wait in the outbox at a time', async () => {
      const id = await draftFor(waitingMax + 5);
      await act(id, 'send');
      for (let round = 0; round < 3; round += 1) await sendNewsletters(deps, waitingMax);
      expect((await read(id)).figures.waiting).toBe(waitingMax);
    });

    test('a subscriber who leaves during sending gets no email, and one who subscribes later gets the next newsletter', async () => {
      const id = await draftFor(waitingMax + 5);
      await act(id, 'send');
      await sendNewsletters(deps, waitingMax);
      mailed.app.clock.advance(1000);
      const rows = await subscribers();
      const leaving = [rows[0]!, rows.at(-1)!]; // one whose email is in the outbox, and one whose email is not
      for (const { unsubscribe_token: token } of leaving) await post('/api/newsletter/unsubscribe', { token });
      const [late] = await insertSubscribers(deps, 1);
      const recipients = await sendAll(id);
      const absent = new Set([...leaving, late!].map(({ email }) => email));
      expect(recipients).toHaveLength(waitingMax + 3);
      expect(recipients.filter((address) => absent.has(address))).toEqual([]);
      expect((await read(id)).figures).toMatchObject({ sent: waitingMax + 3, skipped: 1 });
    });

    test('a subscriber who has left and subscribed again since sending began gets no email', async () => {
      const id = await draftFor(2);
      await act(id, 'send');
      await sendNewsletters(deps, waitingMax);
      mailed.app.clock.advance(1000);
      await deps.db.write
        .updateTable('newsletter_subscribers')
        .set({ confirmed_at: deps.clock.now().toISOString() })
        .execute();
      expect(await sendAll(id)).toEqual([]);
    });

    test('a pause holds back the waiting emails, and afterward everyone gets one email', async () => {
      const count = waitingMax + 3;
      const id = await draftFor(count);
      await act(id, 'send');
      await sendNewsletters(deps, waitingMax);
      expect((await act(id, 'pause')).status).toBe(200);
      expect(await sendAll(id)).toEqual([]);
      expect(await read(id)).toMatchObject({ status: 'paused', pauseCause: 'staff', figures: { sent: 0 } });
      expect((await act(id, 'pause')).body['message']).toBe(newslettersSentences.notSending);
      expect((await act(id, 'resume')).status).toBe(200);
      expect((await act(id, 'resume')).body['message']).toBe(newslettersSentences.notPaused);
      const recipients = await sendAll(id);
      expect([recipients.length, new Set(recipients).size]).toEqual([count, count]);
    });

    test('a process that dies while it fills the outbox leaves nothing in it, and two that fill it at the same time send no duplicates', async () => {
      const count = waitingMax + 3;
      const id = await draftFor(count);
      await act(id, 'send');
      let calls = 0;
      const random = { bytes: (size: number) => ((calls += 1) > 2 ? kill() : deps.random.bytes(size)) };
      await expect(sendNewsletters({ ...deps, random }, waitingMax)).rejects.toThrow('killed');
      expect((await read(id)).figures.waiting).toBe(0);
      await Promise.all([sendNewsletters(deps, waitingMax), sendNewsletters(deps, waitingMax)]);
      const recipients = await sendAll(id);
      expect([recipients.length, new Set(recipients).size]).toEqual([count, count]);
    });

    test('an email that was sent before its process died is not sent again', async () => {
      const id = await draftFor(1);
      await act(id, 'send');
      await sendNewsletters(deps, waitingMax);
      await mailed.deliverMails();
      await deps.db.write.updateTable('outbox').set({ status: 'waiting' }).where('kind', '=', 'newsletter').execute();
      expect(await sendAll(id)).toEqual([]);
      expect((await read(id)).figures).toMatchObject({ sent: 1 });
    });

    test('a refused address ends its subscription; another permanent refusal does not, and a temporary one is tried again', async () => {
      const id = await draftFor(10);
      const responses = new Map([
        ['reader-1@example.org', '550 5.1.1 unknown'],
        ['reader-2@example.org', '550 5.7.1 blocked'],
        ['reader-3@example.org', '450 4.2.2 full'],
      ]);
      mailed.smtp.responseTo = (address) => responses.get(address);
      await act(id, 'send');
      await sendNewsletters(deps, waitingMax);
      await mailed.deliverMails();
      responses.delete('reader-3@example.org');
      mailed.app.clock.advance(60_000);
      await sendAll(id);
      expect((await read(id)).figures).toMatchObject({ sent: 8, bounced: 2 });
      const left = (await subscribers()).filter(({ status }) => status !== 'confirmed');
      expect(left.map(({ email, status }) => [email, status])).toEqual([['reader-1@example.org', 'unsubscribed']]);
    });

    test('above 5% refusals sending pauses and the team is alerted; after resuming, refusals are counted from zero', async () => {
      const count = 60;
      const id = await draftFor(count);
      let refused = 0;
      mailed.smtp.responseTo = () => ((refused += 1) <= 6 ? '550 5.7.1 blocked' : undefined);
      await act(id, 'send');
      await sendAll(id);
      const paused = await read(id);
      expect(paused).toMatchObject({ status: 'paused', pauseCause: 'refusals', figures: { sent: 0, bounced: 6 } });
      await alertStaff(deps);
      await alertStaff(deps);
      const alerts = (await mailed.deliverMails()).map(({ to, headers }) => `${to.join()}: ${headers.get('subject')}`);
      const team = [author.user.email, 'usr_author@example.org']; // the second one wrote the draft
      expect(alerts.toSorted()).toEqual(team.map((to) => `${to}: Needs review: 1 paused newsletter`));
      expect((await loggedActions(mailed.app)).filter(({ actor_name: actor }) => actor === 'system')).toMatchObject([
        { action: 'newsletter_paused', subject: `newsletter ${id}` },
      ]);
      mailed.app.clock.advance(1000);
      await act(id, 'resume');
      await sendAll(id);
      expect(await read(id)).toMatchObject({ status: 'sent', figures: { sent: count - 6, bounced: 6 } });
      expect(newsletterMails()).toHaveLength(count - 6);
    });

    test('five refusals among the first 100 emails do not pause sending', async () => {
      const id = await draftFor(40);
      let refused = 0;
      mailed.smtp.responseTo = () => ((refused += 1) <= 5 ? '550 5.7.1 blocked' : undefined);
      await act(id, 'send');
      await sendAll(id);
      expect(await read(id)).toMatchObject({ status: 'sent', figures: { sent: 35, bounced: 5 } });
    });

    test('a subscriber who leaves is counted for the last newsletter that arrived', async () => {
      const [first, second] = [await draftFor(1), await savedDraft(mailed.app)];
      for (const id of [first, second]) {
        await act(id, 'send');
        await sendAll(id);
        mailed.app.clock.advance(1000);
      }
      const token = (await subscribers())[0]?.unsubscribe_token;
      for (let time = 0; time < 2; time += 1) await post('/api/newsletter/unsubscribe', { token });
      expect((await read(first)).figures.unsubscribed).toBe(0);
      expect((await read(second)).figures.unsubscribed).toBe(1);
    });

    test('without a postal address or a subscriber sending is refused with a sentence', async () => {
      const id = await savedDraft(mailed.app);
      const refusalOf = async () => {
        const { status, body } = await act(id, 'send');
        return [status, body['code'], body['message']];
      };
      expect(await refusalOf()).toEqual([409, 'newsletter_not_ready', newslettersSentences.noAddress]);
      await post('/api/admin/postal-address', { address: '1 Main Street', version: 0, reason });
      expect(await refusalOf()).toEqual([409, 'newsletter_not_ready', newslettersSentences.noSubscribers]);
      await insertSubscribers(deps, 1);
      await post(`${path}/${id}`, { subject: 'New', text: 'New', version: 1 });
      expect(await refusalOf()).toEqual([409, 'version_outdated', newslettersSentences.outdated]);
      expect(await read(id)).toMatchObject({ status: 'draft' });
    });

    test('when two people send a newsletter at the same moment, one of them is told who sent it', async () => {
      const id = await draftFor(3);
      const other = await signInStaff(mailed.app, 'owner', { username: 'other' });
      const responses = await Promise.all(
        [author, other].map((who) => post(`${path}/${id}/send`, { version: 1, reason }, who)),
      );
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
      const { startedBy } = await read(id);
      expect(responses.find(({ status }) => status === 409)?.body).toMatchObject({
        code: 'newsletter_sent',
        message: newslettersSentences.sentBy(startedBy ?? ''),
      });
      expect(await sendAll(id)).toHaveLength(3);
    });

    test('sending pauses when a restore is noticed, because the newsletter may have reached more people than the database knows', async () => {
      const id = await draftFor(2);
      await act(id, 'send');
      await inTransaction(deps.db, (tx) => pauseNewsletters(tx, deps.clock.now()));
      expect(await read(id)).toMatchObject({ status: 'paused', pauseCause: 'restore' });
      expect(await sendAll(id)).toEqual([]);
    });
  });

  test('without a mail server a newsletter is refused with a sentence', async () => {
    const mailed = await startMailedApp(engine, renderMail, { mail: undefined });
    const { cookie } = await signInStaff(mailed.app, 'content');
    const url = `${path}/${await readyDraft(mailed.app)}/send`;
    const response = await call(mailed.app, { method: 'POST', url, cookie, body: { version: 1, reason } });
    expect([response.statusCode, response.json()]).toMatchObject([409, { message: newslettersSentences.noMailServer }]);
    await mailed.close();
  });
});

function kill(): never {
  throw new Error('killed');
}
