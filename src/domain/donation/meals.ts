/** Figures and bar lengths of the meals-to-impact display (spec 4). */
export interface MealsImpact {
  readonly meals: number;
  /** Families helped: floor(meals / 2). */
  readonly families: number;
  /** Pounds of food: meals times 1.5; may end in .5. */
  readonly poundsOfFood: number;
  /** Lengths of the three progress bars, 0 to 100. */
  readonly bars: { readonly meals: number; readonly families: number; readonly poundsOfFood: number };
}

/** Returns the figures for a whole number of meals, 0 or more (spec 4, Meals-to-impact display). */
export function impactOfMeals(meals: number): MealsImpact {
  const families = Math.floor(meals / 2);
  return {
    meals,
    families,
    poundsOfFood: meals * 1.5,
    bars: {
      meals: Math.min(meals * 10, 100),
      families: Math.min(families * 10, 100),
      poundsOfFood: Math.min(meals * 15, 100),
    },
  };
}
