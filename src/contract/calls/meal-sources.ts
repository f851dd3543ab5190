import * as z from 'zod/mini';
import type { CallTable } from '#contract/endpoint.ts';

/** `GET /api/meal-sources`: why each snack provides its number of meals, for a donor who asks. `source` can be empty. */
export const mealSourcesAnswer = z.array(z.object({ id: z.int(), meals: z.int(), source: z.string() }));

export type MealSourceAnswer = z.infer<typeof mealSourcesAnswer>[number];

/** The donate page loads this call only when a donor asks. */
export const mealSourceCalls = {
  listMealSources: {
    method: 'GET',
    path: '/api/meal-sources',
    answer: mealSourcesAnswer,
  },
} as const satisfies CallTable;
