import { fileAnswer, type CallTable } from '#contract/endpoint.ts';
import { transparencyAnswer } from '#contract/public/transparency.ts';

/** The transparency page, and the data file from which anyone can compute its figures. */
export const transparencyCalls = {
  getTransparency: { method: 'GET', path: '/api/transparency', answer: transparencyAnswer },
  downloadTransparencyData: {
    method: 'GET',
    path: '/api/transparency/data.json',
    answer: fileAnswer,
    file: 'application/json',
  },
} as const satisfies CallTable;
