/** The part of PayPal's web SDK, version 6, that this page uses. Its script defines it as `window.paypal`. */
export interface WebSdk {
  readonly createInstance: (options: {
    readonly clientToken: string;
    readonly components: readonly ['paypal-payments'];
    readonly pageType: 'checkout';
  }) => Promise<WebSdkInstance>;
}

interface WebSdkInstance {
  readonly findEligibleMethods: (options: {
    readonly currencyCode: string;
  }) => Promise<{ readonly isEligible: (method: 'paypal') => boolean }>;
  readonly createPayPalOneTimePaymentSession: (listener: PaymentListener) => PaymentSession;
}

export interface PaymentListener {
  readonly onApprove: (data: { readonly orderId: string }) => Promise<void>;
  readonly onCancel: () => void;
  readonly onError: (problem: Error) => void;
  readonly onComplete: (data: { readonly paymentSessionState: string }) => void;
}

/** A payment that can be started again after it is canceled. */
export interface PaymentSession {
  /** Opens PayPal's window. Must run inside the click, while the order is still pending, because browsers block later windows. */
  readonly start: (
    presentation: { readonly presentationMode: 'auto' },
    order: Promise<{ readonly orderId: string }>,
  ) => Promise<unknown>;
}

let loading: Promise<WebSdk> | undefined;

/**
 * Loads PayPal's script from `webSdkUrl`, once per document; after a failure the next call tries again. (PayPal's own
 * loader cannot load it from the payment sandbox.)
 */
export function loadWebSdk(webSdkUrl: string): Promise<WebSdk> {
  loading ??= addScript(`${webSdkUrl}/web-sdk/v6/core`).catch((problem: unknown) => {
    loading = undefined;
    throw problem;
  });
  return loading;
}

function addScript(address: string): Promise<WebSdk> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.addEventListener('load', () => {
      const sdk: unknown = Reflect.get(window, 'paypal');
      if (isWebSdk(sdk)) resolve(sdk);
      else reject(new Error(`${address} contains no web SDK`));
    });
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error(`${address} could not be loaded`));
    });
    script.async = true;
    script.src = address;
    document.head.append(script);
  });
}

const isWebSdk = (candidate: unknown): candidate is WebSdk =>
  typeof candidate === 'object' && candidate !== null && typeof Reflect.get(candidate, 'createInstance') === 'function';
