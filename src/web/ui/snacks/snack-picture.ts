/** Returns the path of our drawing of a snack; an unknown name gets the coffee's (spec 3). */
export const snackPicture = (name: string): string => `/snacks/${drawings.get(name) ?? 'coffee'}.svg`;

const drawings: ReadonlyMap<string, string> = new Map([
  ['Coffee', 'coffee'],
  ['Candy Bar', 'candy-bar'],
  ['Smoothie', 'smoothie'],
  ['Chips', 'chips'],
  ['Salad', 'salad'],
  ['Pastry', 'pastry'],
  ['Energy Drink', 'smoothie'],
]);
