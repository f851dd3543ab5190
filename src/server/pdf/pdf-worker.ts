import { parentPort } from 'node:worker_threads';
import { drawDocument, type PdfDocument } from './documents/draw-document.ts';

/** Runs in its own thread: draws each document that it receives and sends the file back. An error ends the thread. */
parentPort?.on('message', (document: PdfDocument) => {
  void drawDocument(document).then((file) => parentPort?.postMessage(file));
});
