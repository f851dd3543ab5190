import PDFDocument from 'pdfkit';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { busyPdfWriter, countingPdfWriter } from '#test/support/app/pdf-writers.ts';
import { openIntent } from '#test/support/payments/open-intent.ts';
import { insertPastDonations, type DonationChanges } from '#test/support/payments/past-donations.ts';
import { readPdf } from '#test/support/app/read-pdf.ts';
import { signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';

const refused =
  '{"code":"donation_not_found","error":"This payment is not confirmed.","message":"This payment is not confirmed."}';
const unknownIds = [
  'don_00000000000000000000000000',
  'int_00000000000000000000000000',
  'abcd1234',
  '\0',
  'a'.repeat(101),
];

forEachDatabase((engine) => {
  describe('GET /api/donations/:id/receipt.pdf', () => {
    let app: TestApp;
    let owner: SignedIn;

    beforeAll(async () => {
      app = await startApp(engine, { cards: stubCards() });
      owner = await signIn(app);
    });
    afterAll(() => app.close());

    const insertDonation = async (changes: DonationChanges = {}): Promise<string> =>
      (await insertPastDonations(app.deps, [changes]))[0]!.id;
    const download = (id: string, cookie?: string) =>
      app.server.inject({
        url: endpoints.downloadReceipt.path.replace(':id', encodeURIComponent(id)),
        headers: cookie === undefined ? {} : { cookie },
      });

    test('is an uncached file for anyone who knows the id of an unclaimed donation', async () => {
      const id = await insertDonation();
      const { statusCode, headers, rawPayload } = await download(id);
      expect({ statusCode, type: headers['content-type'], caching: headers['cache-control'] }).toEqual({
        statusCode: 200,
        type: 'application/pdf',
        caching: 'no-store',
      });
      const fileName = `kindbite-receipt-2026-03-04-${id.slice(-6)}.pdf`;
      expect(headers['content-disposition']).toBe(`attachment; filename="${fileName}"`);
      expect(rawPayload.length).toBeLessThan(60_000);
    });

    test('lists all figures of the donation in rows that a screen reader can follow', async () => {
      const id = await insertDonation({ is_recurring: 1 });
      const { parts, ...properties } = readPdf((await download(id)).rawPayload);
      expect(properties).toEqual({
        title: 'Kindbite receipt: US$3.50 to Food banks across Canada',
        subject: `Receipt of donation ${id}`,
        language: 'en-US',
        pages: 1,
      });
      const names = parts.filter(([role]) => role === 'TH').map(([, text]) => text);
      const values = parts.filter(([role]) => role === 'TD').map(([, text]) => text);
      expect(names.map((name, row) => [name, values[row]])).toEqual([
        ['Amount (USD)', 'US$3.50'],
        ['Service Fee (10%)', 'US$0.35'],
        ['Total (USD)', 'US$3.85'],
        ['Charged to your card', 'CA$5.24'],
        ['Gift', 'Coffee, monthly'],
        ['Charity', 'Food banks across Canada'],
        ['Meals', '3'],
        ['Date', 'Mar 4, 2026'],
        ['Transaction ID', id],
      ]);
      expect(parts.filter(([role]) => role === 'H1' || role === 'P')).toEqual([
        ['H1', 'Donation receipt'],
        ['P', 'Thank you. 3 meals are on their way.'],
        ['P', 'This is not an official receipt for income tax purposes.'],
      ]);
    });

    test('shows the donor’s day, in the file and in its name', async () => {
      const id = await insertDonation({ donated_at: '2026-03-04T03:00:00.000Z' });
      const zone = { time_zone: 'America/Toronto' };
      await app.deps.db.write.updateTable('donations').set(zone).where('id', '=', id).execute();
      const response = await download(id);
      expect(readPdf(response.rawPayload).parts).toContainEqual(['TD', 'Mar 3, 2026']);
      expect(response.headers['content-disposition']).toContain('2026-03-03');
    });

    test('has the same bytes whenever it is downloaded', async () => {
      const id = await insertDonation();
      const first = await download(id);
      app.clock.advance(24 * 60 * 60 * 1000);
      expect((await download(id)).rawPayload.equals(first.rawPayload)).toBe(true);
    });

    test('is not drawn in the thread that handles requests', async () => {
      const drawn = vi.spyOn(PDFDocument.prototype, 'end');
      expect((await download(await insertDonation())).statusCode).toBe(200);
      expect(drawn).not.toHaveBeenCalled();
    });

    test('shows the current data, even right after a download of older data', async () => {
      const id = await insertDonation({ charity_id: 7 });
      await download(id);
      await app.deps.db.write.updateTable('donations').set({ label: 'Tea' }).where('id', '=', id).execute();
      await app.deps.db.write.updateTable('charities').set({ name: 'Renamed' }).where('id', '=', 7).execute();
      const { parts } = readPdf((await download(id)).rawPayload);
      expect(parts).toEqual(
        expect.arrayContaining([
          ['TD', 'Tea'],
          ['TD', 'Renamed'],
        ]),
      );
    });

    test('replaces letters that the font lacks in a charity’s name', async () => {
      const name = '食料 für alle 🍎 שלום';
      const id = await insertDonation({ charity_id: 9 });
      await app.deps.db.write.updateTable('charities').set({ name }).where('id', '=', 9).execute();
      const pdf = readPdf((await download(id)).rawPayload);
      expect(pdf.title).toBe(`Kindbite receipt: US$3.50 to ${name}`);
      expect(pdf.parts).toContainEqual(['TD', '?? für alle ????']);
    });

    test('of a claimed donation can be read only by its owner; others get the response for an unknown id', async () => {
      const other = await signIn(app);
      const id = await insertDonation({ donor_id: owner.user.id });
      expect((await download(id, owner.cookie)).statusCode).toBe(200);
      for (const cookie of [other.cookie, undefined]) {
        const { statusCode, body } = await download(id, cookie);
        expect({ statusCode, body }).toEqual({ statusCode: 404, body: refused });
      }
    });

    test('of an open payment is refused like an unknown id', async () => {
      const { statusCode, body } = await download((await openIntent(app)).donation_id);
      expect({ statusCode, body }).toEqual({ statusCode: 404, body: refused });
    });

    test.each(unknownIds)('of %j is refused with the same bytes', async (id) => {
      const { statusCode, headers, body } = await download(id);
      expect({ statusCode, body }).toEqual({ statusCode: 404, body: refused });
      expect(headers['content-type']).toContain('application/json');
      expect(headers['content-disposition']).toBeUndefined();
    });
  });

  test('a receipt that is requested many times, at the same time and later, is drawn once', async () => {
    const { writer, drawn } = countingPdfWriter();
    const app = await startApp(engine, { cards: stubCards(), pdf: writer });
    const [donation] = await insertPastDonations(app.deps, [{}]);
    const download = () => app.server.inject({ url: `/api/donations/${donation!.id}/receipt.pdf` });
    const first = await Promise.all([download(), download(), download()]);
    const again = await download();
    expect(new Set([...first, again].map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    expect(drawn()).toBe(1);
    await app.close();
  });

  test('a receipt is refused with 503 while too many documents are waiting', async () => {
    const app = await startApp(engine, { cards: stubCards(), pdf: busyPdfWriter });
    const [donation] = await insertPastDonations(app.deps, [{}]);
    const response = await app.server.inject({ url: `/api/donations/${donation!.id}/receipt.pdf` });
    expect({ status: response.statusCode, retryAfter: response.headers['retry-after'], body: response.json() }).toEqual(
      {
        status: 503,
        retryAfter: '5',
        body: refusal('unavailable', 'Too many documents were requested at once. Please try again in a moment.'),
      },
    );
    await app.close();
  });
});
