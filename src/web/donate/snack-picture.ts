/** Pictures of the snacks we know; Energy Drink shares the smoothie's (spec 3). */
const pictures: ReadonlyMap<string, string> = new Map([
  ['Coffee', 'coffee'],
  ['Candy Bar', 'candy-bar'],
  ['Smoothie', 'smoothie'],
  ['Chips', 'chips'],
  ['Salad', 'salad'],
  ['Pastry', 'pastry'],
  ['Energy Drink', 'smoothie'],
]);

/** Address of a snack's picture; a name we do not know gets the coffee's (spec 3). */
export const snackPicture = (name: string): string => `/snacks/${pictures.get(name) ?? 'coffee'}.svg`;
