import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { fixedClock, type TestClock } from '#test/support/app/clock.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { busyPdfWriter } from '#test/support/app/pdf-writers.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';

const path = '/api/impact-report.pdf';

forEachDatabase((engine) => {
  describe('GET /api/impact-report.pdf', () => {
    let clock: TestClock;
    let app: TestApp;

    beforeEach(async () => {
      clock = fixedClock('2026-12-31T23:59:59.000Z');
      app = await startApp(engine, { cards: stubCards(), clock });
    });
    afterEach(() => app.close());

    const get = (headers: Record<string, string> = {}) => app.server.inject({ url: path, headers });

    test('returns last year’s report to a visitor without an account', async () => {
      const response = await get();
      expect(response.statusCode).toBe(200);
      expect(response.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
      expect(response.headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-disposition': 'attachment; filename="kindbite-impact-report-2025.pdf"',
        'cache-control': 'no-cache',
      });
    });

    test('returns 304 when the ETag matches', async () => {
      const { headers } = await get();
      const again = await get({ 'if-none-match': `${headers.etag}` });
      expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
    });

    test('returns the report of the next year from New Year on', async () => {
      const before = await get();
      clock.advance(1000);
      const after = await get({ 'if-none-match': `${before.headers.etag}` });
      expect(after.statusCode).toBe(200);
      expect(after.headers['content-disposition']).toContain('kindbite-impact-report-2026.pdf');
      expect(after.headers.etag).not.toBe(before.headers.etag);
    });
  });

  test('the impact report is refused with 503 while too many documents are waiting', async () => {
    const app = await startApp(engine, { cards: stubCards(), pdf: busyPdfWriter });
    const response = await app.server.inject({ url: path });
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
