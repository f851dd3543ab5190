/** The picture for something that failed, as a `data:` address: the network may be what failed. */
export { default as brokenBiscuit } from './broken-biscuit.svg?inline';
