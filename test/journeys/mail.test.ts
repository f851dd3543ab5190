import { afterAll, expect, test, vi } from 'vitest';
import { describeJourneys } from '../support/browser/journey.ts';
import { startMailServer, type ReceivedMail } from '../support/mail/mail-server.ts';
import { expectVisible, newVisitor } from '../support/browser/visitor.ts';
import { logIn, registerByRequest, typedPassword } from '../support/browser/visitor-account.ts';

const mailServer = await startMailServer();
afterAll(() => mailServer.close());

const confirmSubject = 'Please confirm your email address for Kindbite';
const linkInvalid = 'This link has expired or has already been used. Please request a new one.';
const nextPassword = 'jam and marmalade';

describeJourneys(
  'emails',
  (journey) => {
    const at = (path: string): string => journey.product.url + path;

    test('a new donor confirms the address by the mailed link, and the account says so', async () => {
      const { page, problems } = await newVisitor(journey.browser);
      const { email } = await registerByRequest(at(''), page);
      await page.goto(at('/account'));
      const section = page.getByRole('region', { name: 'Email address' });
      await expectVisible(section.getByText('Not confirmed', { exact: true }));

      await page.goto(linkIn(await mailTo(email, confirmSubject)));
      await page.getByRole('button', { name: 'Confirm my address' }).click();
      await expectVisible(page.getByText(`Thank you. ${email} is confirmed.`));
      await page.getByRole('link', { name: 'Your account' }).click();
      await expectVisible(section.getByText('Confirmed', { exact: true }));
      expect(problems).toEqual([]);
    });

    test('a forgotten password is reset with a link that works once', async () => {
      const { page } = await newVisitor(journey.browser);
      const { username, email } = await registerByRequest(at(''), page);
      await page.context().clearCookies();
      await page.goto(at('/auth'));
      await page.getByRole('link', { name: 'Forgot your password?' }).click();
      await page.getByRole('main').getByLabel('Email').fill(email);
      await page.getByRole('button', { name: 'Send me a link' }).click();
      await expectVisible(page.getByText('If there is an account with this address, a link is on its way.'));

      const link = linkIn(await mailTo(email, 'Choose a new Kindbite password'));
      await page.goto(link);
      await page.getByRole('textbox', { name: 'New password' }).fill(nextPassword);
      await page.getByRole('button', { name: 'Save new password' }).click();
      await page.waitForURL(at('/auth'));
      await mailTo(email, 'Your Kindbite password was changed');
      await logIn(page, username, typedPassword);
      await expectVisible(page.getByText('Invalid username or password', { exact: true }));
      await logIn(page, username, nextPassword);
      await page.waitForURL(at('/'));

      const other = await newVisitor(journey.browser);
      for (const dead of [link, at('/reset-password#never-mailed')]) {
        await other.page.goto(at('/'));
        await other.page.goto(dead);
        await other.page.getByRole('textbox', { name: 'New password' }).fill('yet another one');
        await other.page.getByRole('button', { name: 'Save new password' }).click();
        await expectVisible(other.page.getByText(linkInvalid));
      }
    });

    test('a new address is confirmed by its link, and the old one gets a notice', async () => {
      const { page, problems } = await newVisitor(journey.browser);
      const { username, email } = await registerByRequest(at(''), page);
      const newEmail = `new-${email}`;
      await page.goto(at('/account'));
      const section = page.getByRole('region', { name: 'Email address' });
      await section.getByText('Change email address').click();
      await section.getByLabel('New email').fill(newEmail);
      await section.getByLabel('Your password').fill(typedPassword);
      await section.getByRole('button', { name: 'Send the link', exact: true }).click();
      await expectVisible(section.getByText(`We emailed a link to ${newEmail}.`));
      await expectVisible(section.getByText(email, { exact: true }));

      await page.goto(linkIn(await mailTo(newEmail, 'Please confirm your new email address for Kindbite')));
      await page.getByRole('button', { name: 'Confirm my address' }).click();
      await expectVisible(page.getByText(`Thank you. ${newEmail} is confirmed.`));
      expect((await mailTo(email, 'Your Kindbite email address was changed')).part('text/plain')).toContain(username);
      await page.getByRole('link', { name: 'Your account' }).click();
      await expectVisible(section.getByText(newEmail, { exact: true }));
      expect(problems).toEqual([]);
    });

    test('a new password signs the other devices out, and an email says so', async () => {
      const { page, problems } = await newVisitor(journey.browser);
      const { username, email } = await registerByRequest(at(''), page);
      const phone = await newVisitor(journey.browser, { width: 360, height: 740 });
      await phone.page.goto(at('/auth'));
      await logIn(phone.page, username);
      await phone.page.waitForURL(at('/'));

      await page.goto(at('/account'));
      await page.getByLabel('Current password').fill(typedPassword);
      await page.getByLabel('New password').fill(nextPassword);
      await page.getByRole('button', { name: 'Change password' }).click();
      await expectVisible(page.getByText('Your other devices have been signed out.'));
      await mailTo(email, 'Your Kindbite password was changed');
      await phone.page.goto(at('/account'));
      await phone.page.waitForURL(at('/auth'));
      await page.goto(at('/account'));
      await expectVisible(page.getByRole('heading', { name: 'Devices' }));
      expect(problems).toEqual([]);
    });

    test('no email of these tests was sent twice', () => {
      const ids = mailServer.received.map(({ headers }) => headers.get('message-id'));
      expect(ids).toHaveLength(new Set(ids).size);
    });
  },
  { engines: ['sqlite'], environment: { SMTP_URL: mailServer.url } },
);

/** The product checks once a second for emails to send. */
const patience = { timeout: 120_000 };

/** Waits for an email with a subject to an address. Returns the latest one. */
const mailTo = (address: string, subject: string): Promise<ReceivedMail> =>
  vi.waitUntil(
    () => mailServer.received.findLast(({ to, headers }) => to.includes(address) && headers.get('subject') === subject),
    patience,
  );

/** Finds the link in an email. */
function linkIn(mail: ReceivedMail): string {
  const [link] = /http:\S+#[\w-]+/.exec(mail.part('text/plain')) ?? [];
  if (link === undefined) throw new Error('there is no link in the email');
  return link;
}
