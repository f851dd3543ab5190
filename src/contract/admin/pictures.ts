import * as z from 'zod/mini';
import type { Upload } from '#contract/endpoint.ts';

/** The size of every picture: the largest size in which a page shows pictures. */
export const pictureSize = { width: 480, height: 360 } as const;

export const pictureSentences = {
  wrongType: 'A picture must be a PNG, JPEG or WebP file.',
  tooLarge: 'A picture can be at most 2 MB.',
  tooManyPixels: 'A picture can have at most 50 megapixels.',
  empty: 'This file is empty.',
  damaged: 'This picture cannot be read. It may be damaged or incomplete.',
  containsMore:
    'This file has something else after the picture. Please save the picture as a new file and upload that.',
  busy: 'Too many pictures are being uploaded at once. Please try again in a moment.',
} as const;

export const pictureUpload = {
  types: ['image/png', 'image/jpeg', 'image/webp'],
  bytesMax: 2 * 1024 * 1024,
  sentences: pictureSentences,
} as const satisfies Upload;

/** Creates the schema of a picture's file name: the SHA-256 of its bytes. The file is served at `/pictures/<name>`. */
export const pictureFile = (error: string) => z.string({ error }).check(z.regex(/^[0-9a-f]{64}\.webp$/, { error }));

export const uploadedPictureResponse = z.object({
  picture: pictureFile('The name of a picture is its hash.'),
  width: z.int(),
  height: z.int(),
});
