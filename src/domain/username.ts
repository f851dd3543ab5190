/**
 * Returns true if all letters and digits of a name belong to one writing system. Otherwise a name could pass for another one by
 * letters that look the same: 'аdmin' begins with a Cyrillic letter. Japanese, Korean and Chinese combine several scripts
 * (Unicode TS 39, highly restrictive, without its mixtures with Latin).
 */
export function isInOneAlphabet(name: string): boolean {
  const letters = Array.from(name).filter((character) => !isShared.test(character));
  return alphabets.some((scripts) => letters.every((letter) => scripts.some((script) => hasScript(letter, script))));
}

/** Characters that belong to no script in particular, such as ASCII digits and dashes. */
const isShared = /^(?:\p{scx=Zyyy}|\p{scx=Zinh})$/u;

/** Uses one class for each script, because V8 takes a hundred times longer to compile a class that combines several. */
const hasScript = (letter: string, script: string): boolean => new RegExp(`^\\p{scx=${script}}$`, 'u').test(letter);

/** The scripts in common use today (Unicode Annex 31, table 5). */
const alphabets: readonly (readonly string[])[] = [
  ...'Latn Arab Armn Beng Cyrl Deva Ethi Geor Grek Gujr Guru Hebr Khmr Knda Laoo Mlym Mymr Orya Sinh Taml Telu Thaa Thai Tibt'
    .split(' ')
    .map((script) => [script]),
  ['Hani', 'Hira', 'Kana'],
  ['Hani', 'Hang'],
  ['Hani', 'Bopo'],
];
