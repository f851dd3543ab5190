import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { fixedClock, type TestClock } from '#test/support/app/clock.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { cacheByYear } from './routes.ts';
import { writeImpactReport } from './write-impact-report.ts';

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

    test('downloads last year’s report without an account', async () => {
      const answer = await get();
      expect(answer.statusCode).toBe(200);
      expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
      expect(answer.headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-disposition': 'attachment; filename="kindbite-impact-report-2025.pdf"',
        'cache-control': 'no-cache',
      });
    });

    test('answers 304 when the ETag matches', async () => {
      const { headers } = await get();
      const again = await get({ 'if-none-match': `${headers.etag}` });
      expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
    });

    test('changes to the next report at New Year', async () => {
      const before = await get();
      clock.advance(1000);
      const after = await get({ 'if-none-match': `${before.headers.etag}` });
      expect(after.statusCode).toBe(200);
      expect(after.headers['content-disposition']).toContain('kindbite-impact-report-2026.pdf');
      expect(after.headers.etag).not.toBe(before.headers.etag);
    });
  });
});

describe('the report as a PDF', () => {
  test('has the same bytes for the same year, and different bytes for another', async () => {
    const [first, second, other] = await Promise.all(
      [2025, 2025, 2026].map((year) => writeImpactReport(year, 'help@give.example')),
    );
    expect(first).toEqual(second);
    expect(first).not.toEqual(other);
  });

  test('has two pages, a title and a language', async () => {
    const text = (await writeImpactReport(2025, 'help@give.example')).toString('latin1');
    expect(text.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(2);
    expect(text).toContain('(Kindbite Impact Report 2025)');
    expect(text).toContain('/Lang (en-US)');
  });
});

describe('a result that is cached by year', () => {
  test('is computed once for simultaneous callers', async () => {
    const computed: number[] = [];
    const cached = cacheByYear(async (year) => computed.push(year));
    await Promise.all([cached(2025), cached(2025)]);
    await cached(2025);
    await cached(2026);
    expect(computed).toEqual([2025, 2026]);
  });

  test('is computed again after a failure', async () => {
    let fails = true;
    const cached = cacheByYear(async (year) => {
      if (fails) throw new Error('no font');
      return year;
    });
    await expect(cached(2025)).rejects.toThrow('no font');
    fails = false;
    expect(await cached(2025)).toBe(2025);
  });
});
