/** Returns a whole number below a limit. A seed determines the numbers, so that a year can be repeated. */
export type Dice = (below: number) => number;

/** Creates a linear congruential generator that uses only the upper bits of its state. */
export function createDice(seed: number): Dice {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
