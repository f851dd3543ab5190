import { webcrypto } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeJourneys } from '../support/browser/journey.ts';
import { expectCleanAtWidths } from '../support/browser/page-quality.ts';
import { donateTo, openAs } from '../support/browser/payout-journey.ts';
import { expectVisible } from '../support/browser/visitor.ts';
import { startReceiver, type ReceivedWebhook, type Receiver } from '../support/webhooks/receiver.ts';

/** Checks a message as the Standard Webhooks specification says, without the product's code. Returns the message's body. */
async function verify(secret: string, { headers, body }: ReceivedWebhook): Promise<unknown> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    String(headers[name]),
  );
  expect(secret).toMatch(/^whsec_/);
  expect(id).not.toContain('.');
  expect(Number.isInteger(Number(timestamp))).toBe(true);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const rawKey = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const key = await webcrypto.subtle.importKey('raw', rawKey, algorithm, false, ['verify']);
  const content = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  const checks = (signatures ?? '').split(' ').map(async (signature) => {
    const [version, encoded = ''] = signature.split(',');
    return version === 'v1' && (await webcrypto.subtle.verify('HMAC', key, Buffer.from(encoded, 'base64'), content));
  });
  if (!(await Promise.all(checks)).includes(true)) throw new Error('no signature is valid');
  return JSON.parse(body);
}

async function confirm(page: Page, action: string): Promise<void> {
  await page.getByLabel('Reason').fill('Asked by the board');
  await page.getByRole('button', { name: action }).click();
}

describeJourneys(
  'webhooks',
  (journey) => {
    let receiver: Receiver;
    beforeEach(async () => {
      receiver = await startReceiver();
    });
    afterEach(() => receiver.close());

    const arrived = async (count: number): Promise<void> => {
      await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(count);
    };

    test('tell a program about a donation, are signed, and can be sent again by hand', async () => {
      const page = await openAs(journey, 'owner');
      await page.goto(`${journey.product.url}/admin/integrations`);
      await page.getByRole('button', { name: 'Add an endpoint…' }).click();
      await page.getByLabel('Address').fill('ftp://example.org/');
      await confirm(page, 'Add the endpoint');
      await expectVisible(page.getByText('Please enter an address that begins with https://'));
      await page.getByLabel('Address').fill(receiver.url);
      await page.getByLabel('Description').fill('The data warehouse');
      await page.getByRole('button', { name: 'Add the endpoint' }).click();
      const secret = await page.getByLabel('Secret', { exact: true }).inputValue();
      await page.getByRole('button', { name: 'I have copied it' }).click();

      await donateTo(journey, 6);
      await arrived(1);
      const [first] = receiver.received;
      if (!first) throw new Error('nothing arrived');
      expect(await verify(secret, first)).toMatchObject({
        type: 'donation.settled',
        data: { charityId: 6, state: 'settled' },
      });
      await expect(verify(secret, { ...first, body: first.body.replace('settled', 'refunded') })).rejects.toThrow(
        'no signature is valid',
      );

      const row = page.getByRole('row', { name: new RegExp(`^${receiver.url}`) });
      await row.getByRole('button', { name: 'Deliveries' }).click();
      const delivery = page.getByRole('row', { name: /^donation\.settled/ });
      await expectVisible(delivery.getByText('Delivered'));
      await delivery.getByText('1 attempt').click();
      await expectVisible(delivery.getByText('thanks'));
      await expectCleanAtWidths(page, [360, 768, 1280]);
      await delivery.getByRole('button', { name: 'Send again…' }).click();
      await confirm(page, 'Send it again');
      await arrived(2);
      expect(receiver.received[1]?.headers['webhook-id']).toBe(first.headers['webhook-id']);
      expect(receiver.received[1]?.body).toBe(first.body);

      await row.getByRole('button', { name: 'Remove…' }).click();
      await confirm(page, 'Remove the endpoint');
      await expectVisible(page.getByText('There are no endpoints.'));
    });
  },
  { engines: ['postgres'] },
);
