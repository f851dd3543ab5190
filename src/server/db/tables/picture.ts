/** An uploaded picture, as we have encoded it. */
export interface PictureRow {
  /** SHA-256 of the bytes, in hexadecimal digits. */
  hash: string;
  /** A WebP file. */
  bytes: Uint8Array;
  /** When this picture was last uploaded. */
  uploaded_at: string;
  /** 1 after a published version has named the picture; then it is never deleted. */
  is_published: 0 | 1;
}
