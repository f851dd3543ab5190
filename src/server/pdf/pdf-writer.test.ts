import { describe, expect, test } from 'vitest';
import { standardFigures } from '#domain/report/example-figures.ts';
import { countingPdfWriter } from '#test/support/app/pdf-writers.ts';
import type { PdfDocument } from './documents/draw-document.ts';
import type { PdfThread } from './pdf-thread.ts';
import { createPdfWriter } from './pdf-writer.ts';

const reportOf = (year: number): PdfDocument => ({
  kind: 'impact_report',
  figures: standardFigures,
  year,
  sender: { name: 'Kindbite', contactEmail: 'help@give.example' },
});

/** A thread that draws when the test says so. */
function heldThread() {
  const started: PdfDocument[] = [];
  const waiting: PromiseWithResolvers<Uint8Array>[] = [];
  const thread: PdfThread = {
    draw: (document) => {
      started.push(document);
      const drawing = Promise.withResolvers<Uint8Array>();
      waiting.push(drawing);
      return drawing.promise;
    },
    end: async () => waiting.forEach(({ reject }) => reject(new Error('ended'))),
  };
  return { thread, started, waiting };
}

describe('the writer', () => {
  test('gives the thread one document at a time, in the order of the requests', async () => {
    const { thread, started, waiting } = heldThread();
    const writer = createPdfWriter({ thread });
    const files = [writer.write(reportOf(2024)), writer.write(reportOf(2025))];
    await Promise.resolve();
    expect(started).toEqual([reportOf(2024)]);
    waiting[0]!.resolve(Buffer.from('first'));
    expect((await files[0]!).toString()).toBe('first');
    expect(started).toEqual([reportOf(2024), reportOf(2025)]);
    waiting[1]!.resolve(Buffer.from('second'));
    expect((await files[1]!).toString()).toBe('second');
  });

  test('refuses a request when too many documents wait, but no job and no document that is being drawn', async () => {
    const { thread, waiting } = heldThread();
    const writer = createPdfWriter({ thread, waitingMax: 2 });
    const [first, second] = [writer.writeNow(reportOf(2023)), writer.writeNow(reportOf(2024))];
    expect(await writer.writeNow(reportOf(2025))).toEqual({ code: 'busy' });
    const [job, same] = [writer.write(reportOf(2026)), writer.writeNow(reportOf(2024))];
    for (const [index, result] of [first, second, job].entries()) {
      await Promise.resolve();
      await expect.poll(() => waiting.length).toBe(index + 1);
      waiting[index]!.resolve(Buffer.from(String(index)));
      await result;
    }
    expect(await same).toEqual({ code: 'written', file: Buffer.from('1') });
    expect(await writer.writeNow(reportOf(2023))).toEqual({ code: 'written', file: Buffer.from('0') });
  });

  test('draws a document once, and again after others have taken its place in the cache', async () => {
    const { writer, drawn } = countingPdfWriter({ cacheBytesMax: 20, fileBytes: 10 });
    await Promise.all([writer.write(reportOf(2025)), writer.writeNow(reportOf(2025))]);
    await writer.write(reportOf(2025));
    expect(drawn()).toBe(1);
    await writer.write(reportOf(2026));
    await writer.write(reportOf(2027));
    await writer.write(reportOf(2025));
    expect(drawn()).toBe(4);
  });

  test('draws a document again when anything in it differs', async () => {
    const { writer, drawn } = countingPdfWriter();
    await writer.write(reportOf(2025));
    await writer.write({ ...reportOf(2025), sender: { name: 'Kindbite', contactEmail: 'other@give.example' } });
    expect(drawn()).toBe(2);
  });

  test('passes an error on to those who asked for the document, and draws it again for the next', async () => {
    const { thread, waiting } = heldThread();
    const writer = createPdfWriter({ thread });
    const [failing, next] = [writer.write(reportOf(2024)), writer.write(reportOf(2025))];
    await Promise.resolve();
    waiting[0]!.reject(new Error('no font'));
    await expect(failing).rejects.toThrow('no font');
    await expect.poll(() => waiting.length).toBe(2);
    waiting[1]!.resolve(Buffer.from('next'));
    expect((await next).toString()).toBe('next');
    const again = writer.write(reportOf(2024));
    await expect.poll(() => waiting.length).toBe(3);
    waiting[2]!.resolve(Buffer.from('again'));
    expect((await again).toString()).toBe('again');
  });
});
