import { pictureCalls } from '#contract/calls/admin/pictures.ts';
import type { EndpointTable } from '#contract/endpoint.ts';

export const pictureEndpoints = {
  uploadPicture: {
    ...pictureCalls.uploadPicture,
    access: 'editContent',
    onlyInPerson: true,
    summary: 'Stores a picture for the catalogue, encoded again as WebP; deleted after a day unless a version names it',
    errors: ['invalid_picture'],
    limitPerMinute: 60,
  },
} as const satisfies EndpointTable;
