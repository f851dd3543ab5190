import { afterAll, expect, test } from 'vitest';
import { describeJourneys } from '../support/browser/journey.ts';
import { expectCleanAtWidths } from '../support/browser/page-quality.ts';
import { expectVisible, newVisitor } from '../support/browser/visitor.ts';
import { registerByRequest } from '../support/browser/visitor-account.ts';
import { startMailServer } from '../support/mail/mail-server.ts';

const mailServer = await startMailServer();
afterAll(() => mailServer.close());

const subscribers = 200;
/** Matches two addresses. Two bounces are too few to pause the newsletter, even if these emails leave first. */
const unknownAddress = /^reader-[01]@/;
mailServer.responseTo = (address) => (unknownAddress.test(address) ? '550 5.1.1 unknown' : undefined);

describeJourneys(
  'a newsletter',
  (journey) => {
    test('is written, previewed, tested and sent to 200 subscribers, two of whose addresses no longer exist', async () => {
      const { page, problems } = await newVisitor(journey.browser);
      const { username, email } = await registerByRequest(journey.product.url, page);
      await journey.product.joinTeam(username, 'content');
      await journey.product.insertSubscribers(subscribers);
      const arrived = (subject: string) =>
        mailServer.received.filter(({ headers }) => headers.get('subject') === subject);

      await page.goto(`${journey.product.url}/admin/newsletter`);
      await page.getByRole('button', { name: 'Enter the postal address…' }).click();
      await page.getByRole('textbox', { name: 'Postal address' }).fill('1 Main Street\nToronto');
      await page.getByRole('textbox', { name: 'Reason' }).fill('The law requires it');
      await page.getByRole('button', { name: 'Save' }).click();
      await expectVisible(page.getByText('1 Main Street'));
      await expectCleanAtWidths(page);

      await page.getByRole('link', { name: 'Write a newsletter' }).click();
      await page.getByRole('textbox', { name: 'Subject' }).fill('Spring news');
      await page.getByRole('textbox', { name: 'Text' }).fill('# Thank you\n\nFor **every** snack. <b>Now</b>');
      await page.getByRole('button', { name: 'Save and preview' }).click();
      await expectVisible(page.getByText('HTML is not allowed. Please use Markdown only.'));
      await page.getByRole('textbox', { name: 'Text' }).fill('# Thank you\n\nFor **every** snack.');
      await page.getByRole('button', { name: 'Save and preview' }).click();
      const frame = page.frameLocator('iframe[title="The email"]');
      await expectVisible(frame.getByRole('heading', { name: 'Thank you' }));
      await expectVisible(frame.getByText('1 Main Street'));
      await expectCleanAtWidths(page);
      await page.getByRole('button', { name: 'Send a test to myself' }).click();
      await expect.poll(() => arrived('Test: Spring news').map(({ to }) => to.join()), patience).toEqual([email]);

      await page.getByRole('button', { name: 'Send to subscribers…' }).click();
      await expectVisible(page.getByText('200 confirmed subscribers will get the saved version.'));
      await page.getByRole('textbox', { name: 'Reason' }).fill('Spring');
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      const figure = (name: string) => page.getByRole('row', { name });
      await expectVisible(figure('Sent 198'));
      await expectVisible(figure('Bounced 2'));
      await expectVisible(page.getByText('Finished', { exact: false }));
      await expectCleanAtWidths(page);
      const mails = arrived('Spring news');
      expect(new Set(mails.map(({ to }) => to.join())).size).toBe(subscribers - 2);
      expect(mails).toHaveLength(subscribers - 2);

      const [mail] = mails;
      const link = /<(.+)>/.exec(mail?.headers.get('list-unsubscribe') ?? '')?.[1] ?? '';
      const form = { 'List-Unsubscribe': 'One-Click' };
      expect((await page.request.post(link, { form })).status()).toBe(200);
      await page.reload();
      await expectVisible(figure('Unsubscribed after it 1'));
      await page.goto(`${journey.product.url}/admin/newsletter`);
      await expectVisible(page.getByText('197 confirmed subscribers')); // two bounced and one unsubscribed
      expect(problems.filter((problem) => !expectedProblems.test(problem))).toEqual([]);
    });
  },
  { engines: ['postgres'], environment: { SMTP_URL: mailServer.url } },
);

/** The expected console messages: about the refused text, and from axe, because it tries to read the sandboxed frame. */
const expectedProblems = /status of 400|Failed to execute 'postMessage'/;

/** The product checks once a second for emails to send. */
const patience = { timeout: 120_000 };
