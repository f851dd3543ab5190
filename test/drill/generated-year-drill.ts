import makeMigratedDatabases from '#test/support/app/migrated-databases.ts';
import { daysOfYear, generateYear, type GeneratedYear } from '#test/support/year/generated-year.ts';
import type { DrillDatabase } from './drill-world.ts';

export interface GeneratedYearDrill extends GeneratedYear {
  readonly minutes: number;
}

/** Generates a year with this many donations, and measures how long that takes. */
export async function drillGeneratedYear({ postgres }: DrillDatabase, donations: number): Promise<GeneratedYearDrill> {
  if (postgres) process.env['TEST_POSTGRES_URL'] = postgres.url;
  const removeDatabases = await makeMigratedDatabases();
  const start = performance.now();
  try {
    const year = await generateYear(postgres ? 'postgres' : 'sqlite', { days: daysOfYear, donations });
    return { ...year, minutes: (performance.now() - start) / 60_000 };
  } finally {
    await removeDatabases();
  }
}
