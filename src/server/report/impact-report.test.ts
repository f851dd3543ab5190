import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { forEachDatabase } from '#test/support/databases.ts';
import { fixedClock, type TestClock } from '#test/support/clock.ts';
import { startApp, type TestApp } from '#test/support/start-app.ts';
import { stubCards } from '#test/support/stub-cards.ts';
import { keepLatest } from './keep-latest.ts';
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

    test('gives anybody the report of the year before as a file to keep', async () => {
      const answer = await get();
      expect(answer.statusCode).toBe(200);
      expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
      expect(answer.headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-disposition': 'attachment; filename="kindbite-impact-report-2025.pdf"',
        'cache-control': 'no-cache',
      });
    });

    test('is not sent again to who has it', async () => {
      const { headers } = await get();
      const again = await get({ 'if-none-match': `${headers.etag}` });
      expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
    });

    test('tells of the next year as soon as this one is over', async () => {
      const before = await get();
      clock.advance(1000);
      const after = await get({ 'if-none-match': `${before.headers.etag}` });
      expect(after.statusCode).toBe(200);
      expect(after.headers['content-disposition']).toContain('kindbite-impact-report-2026.pdf');
      expect(after.headers.etag).not.toBe(before.headers.etag);
    });
  });
});

describe('the report as a document', () => {
  test('has the same bytes for the same year, and others for another', async () => {
    const [first, second, other] = await Promise.all([2025, 2025, 2026].map((year) => writeImpactReport(year)));
    expect(first).toEqual(second);
    expect(first).not.toEqual(other);
  });

  test('has two pages, a title and a language', async () => {
    const text = (await writeImpactReport(2025)).toString('latin1');
    expect(text.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(2);
    expect(text).toContain('(Kindbite Impact Report 2025)');
    expect(text).toContain('/Lang (en-US)');
  });
});

describe('what is made once a year', () => {
  test('is made once for all who ask at the same time', async () => {
    const made: number[] = [];
    const keep = keepLatest(async (year) => made.push(year));
    await Promise.all([keep(2025), keep(2025)]);
    await keep(2025);
    await keep(2026);
    expect(made).toEqual([2025, 2026]);
  });

  test('is made again after it failed', async () => {
    let isBroken = true;
    const keep = keepLatest(async (year) => {
      if (isBroken) throw new Error('no font');
      return year;
    });
    await expect(keep(2025)).rejects.toThrow('no font');
    isBroken = false;
    expect(await keep(2025)).toBe(2025);
  });
});
