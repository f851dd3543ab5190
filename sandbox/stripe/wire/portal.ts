import type { PortalConfigurationRecord, PortalSessionRecord } from '../billing/records.ts';

/** A portal configuration as the API returns it. */
export function portalConfigurationToWire(configuration: PortalConfigurationRecord) {
  return {
    id: configuration.id,
    object: 'billing_portal.configuration' as const,
    active: configuration.isActive,
    application: null,
    business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
    created: configuration.created,
    default_return_url: configuration.defaultReturnUrl,
    features: {
      ...unusedFeatures,
      invoice_history: { enabled: configuration.showsInvoices },
      payment_method_update: { enabled: configuration.canUpdateCard, payment_method_configuration: null },
    },
    is_default: false,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: configuration.metadata,
    name: configuration.name,
    updated: configuration.updated,
  };
}

/** Features that the sandbox's portal does not have. */
const unusedFeatures = {
  customer_update: { allowed_updates: [], enabled: false },
  subscription_cancel: {
    cancellation_reason: { enabled: false, feedback_options: null, options: [] },
    enabled: false,
    mode: 'at_period_end' as const,
    proration_behavior: 'none' as const,
  },
  subscription_pause: { duration: { interval_options: [], type: 'indefinite' as const }, enabled: false },
  subscription_update: {
    billing_cycle_anchor: null,
    default_allowed_updates: [],
    enabled: false,
    proration_behavior: 'none' as const,
    schedule_at_period_end: { conditions: [] },
    trial_update_behavior: 'end_trial' as const,
  },
};

/** A portal session as the API returns it. */
export function portalSessionToWire(session: PortalSessionRecord, publicUrl: string) {
  return {
    id: session.id,
    object: 'billing_portal.session' as const,
    configuration: session.configurationId,
    created: session.created,
    customer: session.customerId,
    customer_account: null,
    flow: null,
    livemode: false,
    locale: session.locale,
    on_behalf_of: null,
    return_url: session.returnUrl,
    url: `${publicUrl}/p/session/${session.id}/${session.pageSecret}`,
  };
}
