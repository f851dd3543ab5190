import { fileResponse, type CallTable } from '#contract/endpoint.ts';
import { transparencyResponse } from '#contract/public/transparency.ts';

/** The calls for the transparency page, and for the data file from which anyone can compute its figures. */
export const transparencyCalls = {
  getTransparency: { method: 'GET', path: '/api/transparency', response: transparencyResponse },
  downloadTransparencyData: {
    method: 'GET',
    path: '/api/transparency/data.json',
    response: fileResponse,
    file: 'application/json',
  },
} as const satisfies CallTable;
