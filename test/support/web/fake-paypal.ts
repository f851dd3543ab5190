import { vi } from 'vitest';
import type { PaymentListener, WebSdk } from '#web/paypal-checkout/web-sdk.ts';

/** Records the page's use of PayPal's script, and acts as the payer. */
export interface FakePayPal {
  /** Addresses that scripts were loaded from. */
  readonly scripts: string[];
  /** Client tokens and currencies that sessions were created with. */
  readonly instances: { readonly clientToken: string; currency?: string }[];
  /** Orders that PayPal's window was opened for, as the page passed them. */
  readonly starts: Promise<{ orderId: string }>[];
  isEligible: boolean;
  /** The errors to throw when the page creates an instance or opens the window. */
  instanceProblem?: Error | undefined;
  startProblem?: Error | undefined;
  readonly approve: () => Promise<void>;
  readonly cancel: () => void;
  readonly fail: (message: string) => void;
}

let fake: FakePayPal & { listener?: PaymentListener };

// The page loads the script only once, so all tests in a file share it.
const sdk: WebSdk = {
  createInstance: async ({ clientToken }) => {
    const instance: FakePayPal['instances'][number] = { clientToken };
    fake.instances.push(instance);
    if (fake.instanceProblem) throw fake.instanceProblem;
    return {
      findEligibleMethods: async ({ currencyCode }) => {
        instance.currency = currencyCode;
        return { isEligible: () => fake.isEligible };
      },
      createPayPalOneTimePaymentSession: (listener) => {
        fake.listener = listener;
        return {
          start: async (_presentation, order) => {
            fake.starts.push(order);
            if (fake.startProblem) throw fake.startProblem;
            await order;
          },
        };
      },
    };
  },
};

/** Installs the fake PayPal. A script that is added to the page then loads immediately. */
export function installFakePayPal(): FakePayPal {
  const lastOrder = async (): Promise<{ orderId: string }> => {
    const order = await fake.starts.at(-1);
    if (!order) throw new Error('no payment was started');
    return order;
  };
  fake = {
    scripts: [],
    instances: [],
    starts: [],
    isEligible: true,
    approve: async () => fake.listener?.onApprove(await lastOrder()),
    cancel: () => fake.listener?.onCancel(),
    fail: (message) => fake.listener?.onError(new Error(message)),
  };
  vi.spyOn(document.head, 'append').mockImplementation((script) => {
    if (!(script instanceof HTMLScriptElement)) throw new Error('only scripts are added to the head');
    fake.scripts.push(script.src);
    Reflect.set(window, 'paypal', sdk);
    script.dispatchEvent(new Event('load'));
  });
  return fake;
}
