import * as z from 'zod/mini';
import type { CallTable } from '#contract/endpoint.ts';

/** `GET /api/meal-sources`: the reason for each snack's number of meals, for a donor who asks. `source` can be empty. */
export const mealSourcesResponse = z.array(z.object({ id: z.int(), meals: z.int(), source: z.string() }));

export type MealSourceResponse = z.infer<typeof mealSourcesResponse>[number];

/** The donate page loads this call only when a donor asks. */
export const mealSourceCalls = {
  listMealSources: {
    method: 'GET',
    path: '/api/meal-sources',
    response: mealSourcesResponse,
  },
} as const satisfies CallTable;
