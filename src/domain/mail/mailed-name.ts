/** An account's names, as its owner typed them. */
export interface TypedNames {
  readonly firstName: string | null;
  readonly username: string;
}

/**
 * Returns the name of an account's owner for an email: the first name, or else the username. An unconfirmed email address may
 * belong to a stranger, and a name can be any text. So a name in an email to such an address is shortened and cannot form a link.
 */
export function mailedName({ firstName, username }: TypedNames, isConfirmed: boolean): string {
  const names = [firstName ?? '', username].map((name) => (isConfirmed ? onOneLine(name) : harmlessName(name)));
  return names.find((name) => name !== '') ?? '';
}

/**
 * Replaces white space and control characters by single spaces. A line break in a name would also be in the email's header, and
 * spam filters distrust such headers.
 */
const onOneLine = (name: string): string => name.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();

/** Cuts a name to 40 characters and removes what mail programs would turn into a link. Ordinary names do not change. */
export function harmlessName(name: string): string {
  const plain = name
    .normalize('NFKC') // turns look-alikes, such as a full-width colon, into the characters removed below
    .replaceAll(invisible, ' ')
    .replaceAll(linkParts, ' ')
    .replaceAll(dotInDomain, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  return shorten(plain).trimEnd();
}

/** Control and other invisible characters, except a joiner after a letter (Persian and Indic names) or in an emoji. */
const invisible =
  /(?!(?<=[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])\p{Join_Control})[\p{C}\p{Zl}\p{Zp}]/gu;

const linkParts = /[:/\\@<>]/gu;

/** A dot as in `www.`, `evil.example` or `1.2.3.4`, but not as in `Dr. Ng` or `J.R. Ng`. */
const dotInDomain = /(?<=www)[.。]|[.。](?=\p{N}|[\p{L}\p{M}\p{N}\p{Join_Control}-]{2})/giu;

const lengthMax = 40;

/** Cuts a text between visible characters, so that no accent or emoji is split. */
function shorten(text: string): string {
  let short = '';
  for (const { segment } of new Intl.Segmenter('en').segment(text)) {
    if (short.length + segment.length > lengthMax) break;
    short += segment;
  }
  return short;
}
