import type { FrozenMoney } from './gift-tables.ts';

/**
 * A monthly gift. `status` is the provider's word about it; `terms_number` names the terms in force; `notified_for` is the
 * charge for which the notice went out.
 */
export interface PlanRow {
  id: string;
  donor_id: string;
  /** The payment that began it. */
  intent_id: string;
  provider: 'stripe';
  subscription_id: string | null;
  customer_id: string | null;
  status: 'starting' | 'active' | 'past_due' | 'paused' | 'ended';
  terms_number: number;
  next_charge_at: string | null;
  paused_until: string | null;
  card: string | null;
  notified_for: string | null;
  time_zone: string;
  started_at: string;
  ended_at: string | null;
  version: number;
  updated_at: string;
}

/** What a plan gives from one change on, its money frozen with the rate used. */
export interface PlanTermsRow extends FrozenMoney {
  plan_id: string;
  number: number;
  charity_id: number;
  label: string;
  items: string;
  meals: number;
  agreed_at: string;
}
