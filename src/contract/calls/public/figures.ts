import type { CallTable } from '#contract/endpoint.ts';
import { publicFiguresResponse } from '#contract/public/figures.ts';

export const publicFiguresCalls = {
  getPublicFigures: { method: 'GET', path: '/api/public-figures', response: publicFiguresResponse },
} as const satisfies CallTable;
