/** Encrypts secrets for the database (AES-256-GCM). A text encrypted for one purpose cannot be read for another. */
export interface Encryption {
  encrypt(text: string, purpose: string): string;
  /** Returns undefined if the key is missing, or if the text was changed or encrypted for another purpose. */
  decrypt(stored: string, purpose: string): string | undefined;
  /** The beginning of every text that was encrypted with the current key, which `encrypt` uses. */
  readonly prefix: string;
}
