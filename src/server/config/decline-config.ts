import * as z from 'zod/mini';
import { onOrOff, wholeNumber } from './variables.ts';

/** The limits on declined cards (docs/decisions/0093). */
export interface DeclineConfig {
  /** True if every checkout needs an account, and false if only monthly ones do. */
  readonly needsSignIn: boolean;
  /** Declines after which a payment page expires. */
  readonly pageMax: number;
  /** Declines without a success after which an address, browser or account is closed. */
  readonly subjectMax: number;
  readonly closedMs: number;
  /** The share of declines among all payments that raises the alarm. */
  readonly alarmPercent: number;
}

export const declineVariables = {
  CHECKOUT_REQUIRE_SIGN_IN: z._default(onOrOff('CHECKOUT_REQUIRE_SIGN_IN'), 'off'),
  DECLINES_PER_PAGE: z._default(wholeNumber('DECLINES_PER_PAGE', { min: 1, max: 1000 }), 5),
  DECLINES_PER_ADDRESS: z._default(wholeNumber('DECLINES_PER_ADDRESS', { min: 1, max: 1_000_000 }), 10),
  DECLINES_CLOSE_MINUTES: z._default(wholeNumber('DECLINES_CLOSE_MINUTES', { min: 1, max: 1440 }), 60),
  DECLINE_ALARM_PERCENT: z._default(wholeNumber('DECLINE_ALARM_PERCENT', { min: 1, max: 100 }), 50),
};

interface DeclineSettings {
  readonly CHECKOUT_REQUIRE_SIGN_IN: 'on' | 'off';
  readonly DECLINES_PER_PAGE: number;
  readonly DECLINES_PER_ADDRESS: number;
  readonly DECLINES_CLOSE_MINUTES: number;
  readonly DECLINE_ALARM_PERCENT: number;
}

export const parseDeclines = (settings: DeclineSettings): DeclineConfig => ({
  needsSignIn: settings.CHECKOUT_REQUIRE_SIGN_IN === 'on',
  pageMax: settings.DECLINES_PER_PAGE,
  subjectMax: settings.DECLINES_PER_ADDRESS,
  closedMs: settings.DECLINES_CLOSE_MINUTES * 60_000,
  alarmPercent: settings.DECLINE_ALARM_PERCENT,
});
