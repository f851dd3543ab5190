import { randomId } from '../stripe/ids.ts';
import type { SettingRecord } from './records.ts';
import type { Store } from './store.ts';

/** The sandbox's single values; a new sandbox draws its account id here. */
export function readSettings(store: Store): SettingRecord {
  const settings = store.settings.get('sandbox');
  if (settings !== undefined) return settings;
  const fresh: SettingRecord = {
    id: 'sandbox',
    offsetSeconds: 0,
    accountId: randomId('acct_1', 15),
    accountCreated: Math.floor(Date.now() / 1000),
  };
  store.settings.put(fresh);
  return fresh;
}
