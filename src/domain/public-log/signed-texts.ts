import { asciiBytes } from './bytes.ts';

/*
 * The texts that are signed with the key of the public log. They are lines of ASCII, so that every program signs and checks the
 * same bytes. Hashes and keys are hexadecimal.
 */

/** A signed statement about the whole log: the number of leaves, and the root of the tree. */
export interface TreeHead {
  readonly treeSize: number;
  readonly rootHash: string;
  readonly signedAt: string;
  readonly keyId: string;
}

export interface SignedTreeHead extends TreeHead {
  readonly signature: string;
}

/** A signed promise that a commitment will be a leaf of the public log. */
export interface InclusionPromise {
  readonly commitment: string;
  readonly includedBy: string;
  readonly keyId: string;
}

/** The succession of a signing key. The previous key signs it, unless that key was lost. */
export interface KeySuccession {
  readonly keyId: string;
  readonly publicKey: string;
  readonly createdAt: string;
  readonly previousKeyId: string;
}

export const headBytes = ({ treeSize, rootHash, signedAt, keyId }: TreeHead): Uint8Array =>
  asciiBytes(`donation-log head v1\n${treeSize}\n${rootHash}\n${signedAt}\n${keyId}\n`);

export const promiseBytes = ({ commitment, includedBy, keyId }: InclusionPromise): Uint8Array =>
  asciiBytes(`donation-log promise v1\n${commitment}\n${includedBy}\n${keyId}\n`);

export const successionBytes = ({ keyId, publicKey, createdAt, previousKeyId }: KeySuccession): Uint8Array =>
  asciiBytes(`donation-log key v1\n${keyId}\n${publicKey}\n${createdAt}\n${previousKeyId}\n`);

/** The length of a key's id. The id is the beginning of the key's SHA-256, in hexadecimal digits. */
export const keyIdLength = 16;

const day = String.raw`\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])`;
const dayForm = new RegExp(`^${day}$`);
const instantForm = new RegExp(String.raw`^${day}T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$`);

export const isDay = (text: string): boolean => dayForm.test(text);
export const isInstant = (text: string): boolean => instantForm.test(text);
