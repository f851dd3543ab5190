/**
 * Makes something once a year, as it takes a while, and keeps the last in memory. Callers that come while it is being made
 * share it; what failed is not kept, so that the next caller tries again.
 */
export function keepLatest<T>(make: (year: number) => Promise<T>): (year: number) => Promise<T> {
  let kept: { readonly year: number; readonly made: Promise<T> } | undefined;
  return async (year) => {
    if (kept?.year !== year) kept = { year, made: make(year) };
    const mine = kept;
    try {
      return await mine.made;
    } catch (error) {
      if (kept === mine) kept = undefined;
      throw error;
    }
  };
}
