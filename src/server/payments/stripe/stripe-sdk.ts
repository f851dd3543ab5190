import { createRequire } from 'node:module';
import type Stripe from 'stripe';

type StripeSdk = typeof Stripe;

let loaded: StripeSdk | undefined;

/** Stripe's SDK, loaded with the first call of it: its 218 modules take a tenth of a start. */
export const stripeSdk = (): StripeSdk => (loaded ??= load());

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the package declares its type
const load = (): StripeSdk => createRequire(import.meta.url)('stripe') as StripeSdk;
