import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { statementNote } from '#domain/donation/yearly-statement.ts';
import { createExclusiveRunner } from '#server/http/files/downloads.ts';
import { call, statusAndBody } from '#test/support/accounts/account-calls.ts';
import { signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { busyPdfWriter, countingPdfWriter } from '#test/support/app/pdf-writers.ts';
import { readPdf } from '#test/support/app/read-pdf.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { insertPastDonations, type DonationChanges } from '#test/support/payments/past-donations.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { readYearlyStatement } from './yearly-statement.ts';

forEachDatabase((engine) => {
  describe('the yearly statement', () => {
    let app: TestApp;
    let ana: SignedIn;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCards() });
      ana = await signIn(app);
    });
    afterEach(() => app.close());

    const insert = (...changes: DonationChanges[]) =>
      insertPastDonations(
        app.deps,
        changes.map((one) => ({ donor_id: ana.user.id, ...one })),
      );
    const get = (path: string, donor: SignedIn = ana) =>
      call(app, { method: 'GET', url: `/api/statements${path}`, cookie: donor.cookie });
    /** Reads the rows of the table, without the byte order mark. Only texts with a comma are quoted. */
    const tableOf = async (year: number): Promise<string[][]> =>
      (await get(`/${year}/donations.csv`)).body
        .slice(1)
        .trimEnd()
        .split('\r\n')
        .map((row) =>
          [...row.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain ?? ''),
        );

    /** Records a refund or dispute that took a part of a donation's charge. */
    const reverse = (intentId: string, kind: 'refund' | 'dispute', takenMinor: number) =>
      app.deps.db.write
        .insertInto('reversals')
        .values({
          provider: 'stripe',
          reversal_id: `${kind}_${intentId}`,
          kind,
          payment_id: intentId,
          intent_id: intentId,
          status: 'taken',
          amount_minor: takenMinor,
          currency: 'CAD',
          is_active: 1,
          is_itemized: 0,
          taken_minor: takenMinor,
          subtotal_minor: takenMinor,
          service_fee_minor: 0,
          loss_minor: 0,
          postings: 1,
          occurred_at: '2027-02-01T12:00:00.000Z',
          updated_at: '2027-02-01T12:00:00.000Z',
        })
        .execute();

    test('is offered only for the years of the donor’s days, newest first', async () => {
      expect((await get('')).json()).toEqual({ years: [] });
      await insert(
        { donated_at: '2024-06-01T12:00:00.000Z' },
        { donated_at: '2026-01-01T03:00:00.000Z', donated_on: '2025-12-31' },
      );
      expect((await get('')).json()).toEqual({ years: [2025, 2024] });
      expect((await get('/2025/donations.csv')).statusCode).toBe(200);
      for (const year of ['2026', '2023', '0000', '20255', 'abcd', '2025.5', '%00'])
        for (const file of ['statement.pdf', 'donations.csv'])
          expect(statusAndBody(await get(`/${year}/${file}`))).toEqual({
            status: 404,
            body: refusal('not_found', 'There are no donations for this year.'),
          });
    });

    test('includes the first and the last day of the year, wherever the donor was', async () => {
      await insert(
        { donated_at: '2025-12-31T10:00:00.000Z', donated_on: '2026-01-01', label: 'first' }, // Kiritimati
        { donated_at: '2025-12-31T11:00:00.000Z', donated_on: '2025-12-31', label: 'before' },
        { donated_at: '2027-01-01T11:00:00.000Z', donated_on: '2026-12-31', label: 'last' }, // Niue
        { donated_at: '2027-01-01T11:30:00.000Z', donated_on: '2027-01-01', label: 'after' },
      );
      const rows = await tableOf(2026);
      expect(rows.map(([day]) => day)).toEqual([
        'Date',
        '2026-01-01',
        '2026-12-31',
        'Sum of 2 donations',
        statementNote,
      ]);
    });

    test('is a table with each donation and its charge and refund, the sums by currency, and a plain note', async () => {
      const [first, second] = await insert(
        { donated_at: '2026-03-04T12:00:00.000Z' },
        { donated_at: '2026-03-05T12:00:00.000Z' },
      );
      await reverse(first?.intent_id ?? '', 'refund', 200);
      await reverse(second?.intent_id ?? '', 'dispute', 524);
      const response = await get('/2026/donations.csv');
      expect(response.headers['content-disposition']).toBe('attachment; filename="kindbite-donations-2026.csv"');
      expect(await tableOf(2026)).toEqual([
        [
          'Date',
          'Charity',
          'Amount',
          'Service fee',
          'Currency',
          'Charged',
          'Refunds and disputes',
          'Net',
          'Charged currency',
          'Transaction ID',
        ],
        ['2026-03-04', 'Food banks across Canada', '3.5', '0.35', 'USD', '5.24', '2', '3.24', 'CAD', first?.id],
        ['2026-03-05', 'Food banks across Canada', '3.5', '0.35', 'USD', '5.24', '5.24', '0', 'CAD', second?.id],
        ['Sum of 2 donations', '', '7', '0.7', 'USD', '10.48', '7.24', '3.24', 'CAD', ''],
        [statementNote, '', '', '', '', '', '', '', '', ''],
      ]);
    });

    test('is a PDF with the same figures, which a screen reader can follow', async () => {
      const [first] = await insert({}, { donated_at: '2026-07-04T12:00:00.000Z' });
      await reverse(first?.intent_id ?? '', 'refund', 200);
      const response = await get('/2026/statement.pdf');
      expect(response.headers['content-disposition']).toBe('attachment; filename="kindbite-statement-2026.pdf"');
      const { parts, title, pages } = readPdf(response.rawPayload);
      expect([title, pages]).toEqual(['Kindbite donations in 2026', 1]);
      expect(parts.filter(([role]) => role === 'P').map(([, text]) => text)).toEqual([statementNote]);
      expect(parts.filter(([role]) => role === 'TD').map(([, text]) => text)).toEqual(
        [
          ['2 donations', 'US$7.00', 'US$0.70', 'CA$10.48', '-CA$2.00', 'CA$8.48'],
          ['Food banks across Canada', 'US$3.50', 'US$0.35', 'CA$5.24', '-CA$2.00', 'CA$3.24'],
          ['Food banks across Canada', 'US$3.50', 'US$0.35', 'CA$5.24', 'CA$0.00', 'CA$5.24'],
        ].flat(),
      );
    });

    test('has only the donor’s own donations', async () => {
      await insert({});
      const other = await signIn(app);
      expect((await get('', other)).json()).toEqual({ years: [] });
      expect((await get('/2026/donations.csv', other)).statusCode).toBe(404);
      expect((await get('/2026/statement.pdf', other)).statusCode).toBe(404);
    });

    test('with more donations than the PDF lists says so, and adds up all of them', async () => {
      const donated_at = (index: number): string => new Date(Date.UTC(2026, 0, 1, index)).toISOString();
      const given = await insert(...Array.from({ length: 1100 }, (_, index) => ({ donated_at: donated_at(index) })));
      for (const [index, takenMinor] of [
        [0, 100],
        [500, 150],
        [1099, 209],
      ] as const)
        await reverse(given[index]?.intent_id ?? '', 'refund', takenMinor);
      const statement = await readYearlyStatement(app.deps.db.read, ana.user.id, 2026, createExclusiveRunner());
      expect(statement).toMatchObject({
        isShortened: true,
        sums: [{ donations: 1100, charged: { amountMinor: 1100 * 524 }, reversed: { amountMinor: 459 } }],
      });
      expect(statement?.donations.map(({ id }) => id)).toEqual(given.slice(0, 1000).map(({ id }) => id));
      const rows = (await tableOf(2026)).slice(1);
      expect(rows.slice(0, 1100).map((row) => row.at(-1))).toEqual(given.map(({ id }) => id));
      const netMinor = rows.slice(0, 1100).reduce((sum, row) => sum + Math.round(Number(row[7]) * 100), 0);
      expect([rows[1100]?.[0], Math.round(Number(rows[1100]?.[7]) * 100)]).toEqual([
        'Sum of 1,100 donations',
        netMinor,
      ]);
    });

    test('is drawn again only after a change, such as a refund', async () => {
      await app.close();
      const { writer, drawn } = countingPdfWriter();
      app = await startApp(engine, { cards: stubCards(), pdf: writer });
      ana = await signIn(app);
      const [donation] = await insert({});
      const first = await get('/2026/statement.pdf');
      expect((await get('/2026/statement.pdf')).rawPayload).toEqual(first.rawPayload);
      expect(drawn()).toBe(1);
      await reverse(donation?.intent_id ?? '', 'refund', 200);
      await get('/2026/statement.pdf');
      expect(drawn()).toBe(2);
    });

    test('is refused while too many documents wait', async () => {
      await app.close();
      app = await startApp(engine, { cards: stubCards(), pdf: busyPdfWriter });
      ana = await signIn(app);
      await insert({});
      expect((await get('/2026/statement.pdf')).statusCode).toBe(503);
    });
  });
});
