import { mealsOf } from '#domain/donation/basket.ts';
import { useDraft } from './draft-store.ts';

/** Meals that the basket stands for; 0 while it is empty. */
export const useBasketMeals = (): number => mealsOf(useDraft().basket);
