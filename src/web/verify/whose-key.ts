import { publicLogCalls } from '#contract/calls/public/log.ts';
import { callEndpoint } from '#web/api.ts';

/** `unchecked`: our server did not say which keys are ours. */
export type WhoseKey = 'ours' | 'foreign' | 'unchecked';

/** Whether our log has signed with a key. Anyone can sign a proof with their own. The server is asked for all keys, so it learns nothing about the proof. */
export async function findWhoseKey(publicKey: string): Promise<WhoseKey> {
  try {
    const { keys } = await callEndpoint(publicLogCalls.listLogKeys, {});
    return keys.some((key) => key.publicKey === publicKey) ? 'ours' : 'foreign';
  } catch {
    return 'unchecked';
  }
}
