/** An account's names, as its owner typed them. */
export interface TypedNames {
  readonly firstName: string | null;
  readonly username: string;
}

/**
 * The name by which an email addresses the owner of an account: the first name, or else the username. An address that is not
 * confirmed may belong to a stranger, and the names can be anything, so for such an address they are shortened and cannot become links.
 */
export function mailedName({ firstName, username }: TypedNames, isConfirmed: boolean): string {
  const names = [firstName ?? '', username].map((name) => (isConfirmed ? onOneLine(name) : harmlessName(name)));
  return names.find((name) => name !== '') ?? '';
}

/** A line break in a name would also be in the email's header, where spam filters distrust it. */
const onOneLine = (name: string): string => name.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();

/** A name of at most 40 characters in which mail programs see no link. Ordinary names do not change. */
export function harmlessName(name: string): string {
  const plain = name
    .normalize('NFKC') // writes look-alikes such as a full-width dot or colon as the characters below
    .replaceAll(invisible, ' ')
    .replaceAll(linkParts, ' ')
    .replaceAll(dotInDomain, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  return shorten(plain).trimEnd();
}

/** Control characters and the like, except one that joins letters, as in Persian and Indic names, or the parts of an emoji. */
const invisible =
  /(?!(?<=[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])\p{Join_Control})[\p{C}\p{Zl}\p{Zp}]/gu;

const linkParts = /[:/\\@<>]/gu;

/** A dot as in `www.`, `evil.example` or `1.2.3.4`; not one as in `Dr. Ng` or `J.R. Ng`. */
const dotInDomain = /(?<=www)[.。]|[.。](?=\p{N}|[\p{L}\p{M}\p{N}\p{Join_Control}-]{2})/giu;

const lengthMax = 40;

/** Cuts between characters as people see them, so that no accent or emoji is torn apart. */
function shorten(text: string): string {
  let short = '';
  for (const { segment } of new Intl.Segmenter('en').segment(text)) {
    if (short.length + segment.length > lengthMax) break;
    short += segment;
  }
  return short;
}
