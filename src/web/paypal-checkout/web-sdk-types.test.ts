import type { PayPalV6Namespace } from '@paypal/paypal-js/sdk-v6';
import { expectTypeOf, test } from 'vitest';
import type { WebSdk } from './web-sdk.ts';

/** Held by the compiler: the page's own narrow view of the script is what PayPal publishes of it. */
test("PayPal's script can be used as this page uses it", () => {
  expectTypeOf<PayPalV6Namespace>().toExtend<WebSdk>();
});
