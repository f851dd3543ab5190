/** Runs a step and prints its title and its duration. */
export async function showStep<Result>(title: string, work: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  process.stdout.write(`${title} … `);
  try {
    const result = await work();
    process.stdout.write(`${secondsSince(startedAt)}\n`);
    return result;
  } catch (error) {
    process.stdout.write('failed\n');
    throw error;
  }
}

/** Time since a `performance.now()`: `1.4 s`. */
export const secondsSince = (startedAt: number): string => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
