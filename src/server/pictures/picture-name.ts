/** The name of a picture's file. */
export const fileOf = (hash: string): string => `${hash}${extension}`;

/** The hash in the name of a picture's file. */
export const hashOf = (file: string): string => file.slice(0, -extension.length);

const extension = '.webp';
