import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newsletterConsent } from '#contract/newsletter.ts';
import { builtMails } from '#test/support/mail/built-mails.ts';
import { postText, refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startMailedApp, type MailedApp } from '#test/support/mail/mailed-app.ts';
import type { ReceivedMail } from '#test/support/mail/mail-server.ts';

const dayMs = 24 * 60 * 60 * 1000;
const quarterHourMs = 15 * 60 * 1000;
const address = 'noor@example.org';
const done = { status: 200, body: '{}' };
const linkInvalid = {
  status: 400,
  body: JSON.stringify(
    refusal('link_invalid', 'This link has expired or has already been used. Please subscribe again.'),
  ),
};

const renderMail = builtMails();

forEachDatabase((engine) => {
  describe('the newsletter', () => {
    let mailed: MailedApp;
    beforeEach(async () => {
      mailed = await startMailedApp(engine, renderMail);
    });
    afterEach(() => mailed.close());

    const post = async (url: string, body: unknown) => {
      const response = await postText(mailed.app, url, JSON.stringify(body));
      return { status: response.statusCode, body: response.body };
    };
    const subscribe = (email: unknown = address) => post('/api/subscribe', { email });
    const confirm = (token: string) => post('/api/newsletter/confirm', { token });
    const unsubscribe = (token: string) => post('/api/newsletter/unsubscribe', { token });
    const subscribers = () => mailed.app.deps.db.read.selectFrom('newsletter_subscribers').selectAll().execute();
    const statuses = async () => (await subscribers()).map(({ email, status }) => [email, status]);
    const onlyMail = async () => {
      const [mail, ...others] = await mailed.deliverMails();
      expect(others).toEqual([]);
      return mail!;
    };

    test('stores the consent as given, and waits for the confirmation', async () => {
      expect(await subscribe(` ${address} `)).toEqual(done);
      expect(await subscribers()).toMatchObject([
        {
          email: address,
          status: 'waiting',
          consent_text: newsletterConsent,
          consent_source: 'footer',
          requested_at: '2026-03-04T12:00:00.000Z',
          confirmed_at: null,
          unsubscribed_at: null,
        },
      ]);
    });

    test('sends a link that works for three days, and an unsubscribe header for mail programs', async () => {
      await subscribe();
      const mail = await onlyMail();
      const [subscriber] = await subscribers();
      expect([mail.from, mail.to]).toEqual(['hello@kindbite.example', [address]]);
      expect(mail.headers.get('subject')).toBe('Please confirm your Kindbite newsletter subscription');
      const unsubscribeUrl = `http://localhost:3000/newsletter/unsubscribe/${subscriber!.unsubscribe_token}`;
      expect(mail.headers.get('list-unsubscribe')).toBe(`<${unsubscribeUrl}>`);
      expect(mail.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
      for (const part of [mail.part('text/plain'), mail.part('text/html')]) {
        expect(part).toContain(`http://localhost:3000/newsletter/confirm#${confirmTokenOf(mail)}`);
        expect(part).toContain(unsubscribeUrl);
        expect(part).toContain('3 days');
      }
    });

    test('does not send an expired link, and records the email as expired', async () => {
      await subscribe();
      mailed.app.clock.advance(3 * dayMs);
      expect(await mailed.deliverMails()).toEqual([]);
      const jobs = await mailed.app.deps.db.read.selectFrom('outbox').select('status').execute();
      expect(jobs).toEqual([{ status: 'expired' }]);
    });

    test('stores the confirmation token only in the waiting email', async () => {
      await subscribe();
      const token = confirmTokenOf(await onlyMail());
      expect(JSON.stringify(await subscribers())).not.toContain(token);
      await confirm(token);
      expect(JSON.stringify(mailed.app.logged)).not.toContain(token);
      expect(JSON.stringify(mailed.app.logged)).not.toContain(address);
    });

    test('activates a subscription when it is confirmed, and keeps it active when the button is pressed again', async () => {
      await subscribe();
      const token = confirmTokenOf(await onlyMail());
      mailed.app.clock.advance(3 * dayMs - 1);
      expect(await confirm(token)).toEqual(done);
      const [confirmed] = await subscribers();
      expect(confirmed).toMatchObject({ status: 'confirmed', confirmed_at: '2026-03-07T11:59:59.999Z' });
      mailed.app.clock.advance(dayMs);
      expect(await confirm(token)).toEqual(done);
      expect(await subscribers()).toEqual([confirmed]);
    });

    test('refuses expired, altered, replaced and made-up links with the same response', async () => {
      await subscribe();
      const first = confirmTokenOf(await onlyMail());
      const altered = `${first.slice(0, -2)}${first.endsWith('AA') ? 'BB' : 'AA'}`;
      for (const token of [altered, '', 'x', '__proto__', `${first}x`, 'é'.repeat(43)])
        expect(await confirm(token)).toEqual(linkInvalid);
      mailed.app.clock.advance(quarterHourMs);
      await subscribe();
      const second = confirmTokenOf(await onlyMail());
      expect(await confirm(first)).toEqual(linkInvalid);
      mailed.app.clock.advance(3 * dayMs);
      expect(await confirm(second)).toEqual(linkInvalid);
      expect(await statuses()).toEqual([[address, 'waiting']]);
    });

    test.each([
      ['no token', {}],
      ['a number', { token: 7 }],
      ['a long text', { token: 'x'.repeat(201) }],
    ])('refuses %s as a link', async (_what, body) => {
      for (const url of ['/api/newsletter/confirm', '/api/newsletter/unsubscribe']) {
        const response = await post(url, body);
        expect([response.status, JSON.parse(response.body)]).toEqual([
          400,
          refusal('invalid_request', 'This link has expired or has already been used. Please subscribe again.'),
        ]);
      }
    });

    test.each([
      ['nothing', undefined],
      ['an empty text', ''],
      ['no @', 'noor'],
      ['two addresses', 'a@example.org,b@example.org'],
      ['a line break', 'a@example.org\r\nBcc: b@example.org'],
      ['a list', [address]],
      ['an address of 255 characters', `${'a'.repeat(243)}@example.org`],
    ])('refuses %s as an address, and stores nothing', async (_what, email) => {
      const response = await post('/api/subscribe', { email });
      expect([response.status, JSON.parse(response.body)]).toEqual([
        400,
        refusal('invalid_request', 'Please enter a valid email address'),
      ]);
      expect([await subscribers(), await mailed.deliverMails()]).toEqual([[], []]);
    });

    test('accepts an address of 254 characters', async () => {
      const longest = `${'a'.repeat(242)}@example.org`;
      await subscribe(longest);
      expect(await statuses()).toEqual([[longest, 'waiting']]);
    });

    test('counts an address once, in any letter case', async () => {
      await subscribe('Noor@Example.org');
      await subscribe('NOOR@EXAMPLE.ORG');
      expect(await statuses()).toEqual([['Noor@Example.org', 'waiting']]);
      expect(await mailed.deliverMails()).toHaveLength(1);
    });

    test('gives a confirmed address the same response, and changes nothing', async () => {
      await subscribe();
      await confirm(confirmTokenOf(await onlyMail()));
      const before = await subscribers();
      mailed.app.clock.advance(dayMs);
      expect(await subscribe()).toEqual(done);
      expect([await subscribers(), await mailed.deliverMails()]).toEqual([before, []]);
      const counted = await mailed.app.deps.db.read.selectFrom('unasked_mails').select('sent_at').execute();
      expect(counted).toEqual([{ sent_at: '2026-03-05T12:00:00.000Z' }]); // as for any address
    });

    test.each(['waiting', 'confirmed'])(
      'the unsubscribe link ends a subscription that is %s, and can be used again',
      async (status) => {
        await subscribe();
        const mail = await onlyMail();
        if (status === 'confirmed') await confirm(confirmTokenOf(mail));
        expect(await unsubscribe(unsubscribeTokenOf(mail))).toEqual(done);
        const ended = await subscribers();
        expect(ended).toMatchObject([{ status: 'unsubscribed', unsubscribed_at: '2026-03-04T12:00:00.000Z' }]);
        mailed.app.clock.advance(dayMs);
        expect(await unsubscribe(unsubscribeTokenOf(mail))).toEqual(done);
        expect(await subscribers()).toEqual(ended);
      },
    );

    test('the old confirmation link does not work after unsubscribing', async () => {
      await subscribe();
      const mail = await onlyMail();
      await unsubscribe(unsubscribeTokenOf(mail));
      expect(await confirm(confirmTokenOf(mail))).toEqual(linkInvalid);
      expect(await statuses()).toEqual([[address, 'unsubscribed']]);
    });

    test('can be requested again after unsubscribing, and needs a new confirmation', async () => {
      await subscribe();
      const first = await onlyMail();
      await confirm(confirmTokenOf(first));
      await unsubscribe(unsubscribeTokenOf(first));
      mailed.app.clock.advance(quarterHourMs);
      expect(await subscribe()).toEqual(done);
      expect(await subscribers()).toMatchObject([
        { status: 'waiting', requested_at: '2026-03-04T12:15:00.000Z', confirmed_at: null },
      ]);
      expect(await confirm(confirmTokenOf(await onlyMail()))).toEqual(done);
      expect(await unsubscribe(unsubscribeTokenOf(first)), 'with the link in any of its emails').toEqual(done);
    });

    test.each(['', 'x', '__proto__', 'a'.repeat(43), 'é'.repeat(43)])(
      'refuses the unsubscribe token %j',
      async (token) => {
        await subscribe();
        expect(await unsubscribe(token)).toEqual(linkInvalid);
        expect(await statuses()).toEqual([[address, 'waiting']]);
      },
    );

    test('sends no email whose link would not work: after a day without a mail server only the newest is sent', async () => {
      mailed.smtp.mode = 'busy';
      for (let request = 0; request < 3; request += 1) {
        await subscribe();
        expect(await mailed.deliverMails()).toEqual([]);
        mailed.app.clock.advance(quarterHourMs);
      }
      mailed.smtp.mode = 'accepts';
      mailed.app.clock.advance(dayMs);
      expect(await confirm(confirmTokenOf(await onlyMail()))).toEqual(done);
    });
  });
});

/** The token in the link that confirms a subscription. */
const confirmTokenOf = (mail: ReceivedMail): string =>
  tokenIn(mail.part('text/plain'), /\/newsletter\/confirm#([\w-]+)/);

/** The token in the address that mail programs use to unsubscribe. */
const unsubscribeTokenOf = (mail: ReceivedMail): string =>
  tokenIn(mail.headers.get('list-unsubscribe') ?? '', /\/newsletter\/unsubscribe\/([\w-]+)>$/);

function tokenIn(text: string, link: RegExp): string {
  const token = link.exec(text)?.[1];
  if (token === undefined) throw new Error(`no ${link} in the email`);
  return token;
}
