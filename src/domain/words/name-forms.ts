/** Returns the name as a hashtag, without `#`. */
export const hashtagOf = (name: string): string => name.replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Returns the beginning of file names, made from the name: `kindbite`. */
export const filePrefixOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '') || 'file';
