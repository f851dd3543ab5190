/** The name of the file with a picture. */
export const fileOf = (hash: string): string => `${hash}${ending}`;

/** The hash in the name of a picture's file. */
export const hashOf = (file: string): string => file.slice(0, -ending.length);

const ending = '.webp';
