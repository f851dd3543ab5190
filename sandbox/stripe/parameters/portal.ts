import { z } from 'zod';
import {
  expandParameter,
  formBoolean,
  formMetadata,
  formMetadataChange,
  formText,
  formUnset,
  formUrl,
  pageParameters,
  refuse,
} from './form-values.ts';

/** A feature that must be disabled, because the sandbox's portal only shows invoices and replaces the card. */
const formDisabled = z.strictObject({
  enabled: formBoolean.transform((enabled, context) =>
    enabled ? refuse(context, 'parameter_invalid', 'The portal of the sandbox does not have this feature.') : enabled,
  ),
});

const formFeature = z.strictObject({ enabled: formBoolean });

const features = z.strictObject({
  customer_update: formDisabled.optional(),
  invoice_history: formFeature.optional(),
  payment_method_update: formFeature.optional(),
  subscription_cancel: formDisabled.optional(),
  subscription_pause: formDisabled.optional(),
  subscription_update: formDisabled.optional(),
});

/** Parameters of `POST /v1/billing_portal/configurations`. */
export const createConfigurationParameters = z.strictObject({
  ...expandParameter,
  features,
  default_return_url: formUrl.optional(),
  metadata: formMetadata.optional(),
  name: formText(255).optional(),
});

/** Parameters of `POST /v1/billing_portal/configurations/:id`. */
export const updateConfigurationParameters = z.strictObject({
  ...expandParameter,
  active: formBoolean.optional(),
  features: features.optional(),
  default_return_url: z.union([formUnset, formUrl]).optional(),
  metadata: formMetadataChange.optional(),
  name: z.union([formUnset, formText(255)]).optional(),
});

/** Parameters of `GET /v1/billing_portal/configurations`. */
export const listConfigurationsParameters = z.strictObject({
  ...pageParameters,
  active: formBoolean.optional(),
  is_default: formBoolean.optional(),
});

/** Parameters of `POST /v1/billing_portal/sessions`. */
export const openPortalParameters = z.strictObject({
  ...expandParameter,
  customer: z.string(),
  configuration: z.string().optional(),
  locale: formText(10).optional(),
  return_url: formUrl.optional(),
});
