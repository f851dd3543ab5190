import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { standardFigures } from '#domain/report/example-figures.ts';
import type { PdfDocument } from './documents/draw-document.ts';
import { writeImpactReport } from './documents/impact-report.ts';
import { createPdfThread, type PdfThread } from './pdf-thread.ts';

const report: PdfDocument = {
  kind: 'impact_report',
  figures: standardFigures,
  year: 2025,
  sender: { name: 'Kindbite', contactEmail: 'help@give.example' },
};

describe('the thread', () => {
  let thread: PdfThread;
  beforeEach(() => {
    thread = createPdfThread();
  });
  afterEach(() => thread.end());

  test('draws the same bytes as the main thread would', async () => {
    const drawn = await thread.draw(report);
    expect(
      Buffer.from(drawn).equals(
        await writeImpactReport({
          year: 2025,
          figures: standardFigures,
          sender: { name: 'Kindbite', contactEmail: 'help@give.example' },
        }),
      ),
    ).toBe(true);
  });

  test('draws the next document after one that could not be drawn', async () => {
    const broken: PdfDocument = {
      kind: 'receipt',
      receipt: {} as never,
      sender: { name: 'Kindbite', contactEmail: '' },
    };
    await expect(thread.draw(broken)).rejects.toThrow(TypeError);
    expect(
      Buffer.from(await thread.draw(report))
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  });

  test('rejects the document in progress when it is ended', async () => {
    const drawing = thread.draw(report);
    const [drawn] = await Promise.allSettled([drawing, thread.end()]);
    expect(drawn).toEqual({ status: 'rejected', reason: new Error('the thread that draws PDFs has ended') });
  });

  test('gives up a document that takes too long, and draws the next one', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const stuck = thread.draw({ ...report, year: 1999 });
    vi.advanceTimersByTime(30_000);
    vi.useRealTimers();
    await expect(stuck).rejects.toThrow('a PDF was not drawn within 30000 ms');
    const drawn = await thread.draw(report);
    expect(
      Buffer.from(drawn).equals(
        await writeImpactReport({
          year: 2025,
          figures: standardFigures,
          sender: { name: 'Kindbite', contactEmail: 'help@give.example' },
        }),
      ),
    ).toBe(true);
  });

  test('draws nothing after it was ended', async () => {
    await thread.draw(report);
    await thread.end();
    await expect(thread.draw(report)).rejects.toThrow('the thread that draws PDFs has ended');
  });
});
