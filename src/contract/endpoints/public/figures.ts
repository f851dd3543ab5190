import { countersCalls } from '#contract/calls/admin/counters.ts';
import { publicFiguresCalls } from '#contract/calls/public/figures.ts';
import type { EndpointTable } from '#contract/endpoint.ts';

export const publicFiguresEndpoints = {
  getPublicFigures: {
    ...publicFiguresCalls.getPublicFigures,
    access: 'public',
    summary: 'What all donations add up to, as the home page shows it; at most a minute old',
    errors: [],
  },
  getCounters: {
    ...countersCalls.getCounters,
    access: 'readContent',
    summary: 'Whether the home page shows the counters, and what they say, at most a minute old',
    errors: [],
  },
  switchCounters: {
    ...countersCalls.switchCounters,
    access: 'editContent',
    onlyInPerson: true,
    summary: 'Shows or hides the counters of the home page',
    errors: ['version_outdated', 'nothing_changed'],
    limitPerMinute: 60,
  },
} as const satisfies EndpointTable;
