import type { PdfThread } from '#server/pdf/pdf-thread.ts';
import { createPdfWriter, type PdfWriter } from '#server/pdf/pdf-writer.ts';

/** A writer that is always too busy for a request. */
export const busyPdfWriter: PdfWriter = createPdfWriter({ waitingMax: 0 });

/** Creates a writer that draws files of the given size and counts them. */
export function countingPdfWriter(
  options: { readonly waitingMax?: number; readonly cacheBytesMax?: number; readonly fileBytes?: number } = {},
): { readonly writer: PdfWriter; readonly drawn: () => number } {
  let drawn = 0;
  const thread: PdfThread = {
    draw: async () => Buffer.alloc(options.fileBytes ?? 10, String((drawn += 1))),
    end: async () => undefined,
  };
  return { writer: createPdfWriter({ thread, ...options }), drawn: () => drawn };
}
