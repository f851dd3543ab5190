import type { SettingRecord } from '../state/records.ts';

/** The merchant's account, as little of it as a caller needs to know whose key it holds. */
export function accountToWire(settings: SettingRecord) {
  return {
    id: settings.accountId,
    object: 'account' as const,
    business_profile: null,
    business_type: 'non_profit' as const,
    capabilities: { acss_debit_payments: 'active' as const, card_payments: 'active' as const },
    charges_enabled: true,
    country: 'CA',
    created: settings.accountCreated,
    default_currency: 'cad',
    details_submitted: true,
    email: null,
    metadata: {},
    payouts_enabled: true,
    settings: null,
    type: 'standard' as const,
  };
}
