import { standardFigures, type ExampleFigures } from '#domain/report/example-figures.ts';

/** Returns figures of the illustrative report that differ from those of a new installation. */
export const newFigures = (addedHours = 0): ExampleFigures => ({
  ...standardFigures,
  year: 2024,
  volunteerHours: 30_000 + addedHours,
});
