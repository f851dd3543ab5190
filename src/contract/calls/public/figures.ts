import type { CallTable } from '#contract/endpoint.ts';
import { publicFiguresAnswer } from '#contract/public/figures.ts';

export const publicFiguresCalls = {
  getPublicFigures: { method: 'GET', path: '/api/public-figures', answer: publicFiguresAnswer },
} as const satisfies CallTable;
