/** Returns the items in another order. The seed determines the order, so that a failed run can be repeated. */
export function shuffle<Item>(items: readonly Item[], seed: number): Item[] {
  const shuffled = [...items];
  let state = seed >>> 0;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0; // a linear congruential generator; not for secrets
    return Math.floor((state / 2 ** 32) * below);
  };
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = next(last + 1);
    const moved = shuffled[last] as Item;
    shuffled[last] = shuffled[other] as Item;
    shuffled[other] = moved;
  }
  return shuffled;
}
