import { pictureUpload, uploadedPictureResponse } from '#contract/admin/pictures.ts';
import type { CallTable } from '#contract/endpoint.ts';

export const pictureCalls = {
  uploadPicture: {
    method: 'POST',
    path: '/api/admin/pictures',
    upload: pictureUpload,
    response: uploadedPictureResponse,
  },
} as const satisfies CallTable;
