/**
 * Stands in for PayPal's v6 web SDK: sets `window.paypal` in the page that loads it, opens the approval page in a popup,
 * and receives the payer's decision from it.
 */
(() => {
  'use strict';
  const origin = new URL(document.currentScript.src).origin;
  const fail = (message, code) => Object.assign(new Error(message), { code, isRecoverable: false });

  async function createInstance(options) {
    const { clientId, clientToken } = options || {};
    if ((clientId === undefined) === (clientToken === undefined))
      throw fail('Pass either clientId or clientToken.', 'ERR_INVALID_CLIENT');
    const client = clientToken === undefined ? { id: clientId } : { token: clientToken };
    const response = await fetch(origin + '/paypal/clients/check?' + new URLSearchParams(client).toString());
    if (!response.ok) throw fail('The client is unknown, or its token is not valid.', 'ERR_INVALID_CLIENT');
    const currencies = 'AUD CAD CZK DKK EUR HKD ILS MXN NZD NOK PHP PLN GBP SGD SEK CHF THB USD HUF JPY TWD'.split(' ');
    return {
      findEligibleMethods: async ({ currencyCode } = {}) => ({
        isEligible: (method) =>
          method === 'paypal' && (currencyCode === undefined || currencies.includes(currencyCode)),
        getDetails: () => ({}),
      }),
      createPayPalOneTimePaymentSession: (callbacks) => newSession(callbacks || {}),
      updateLocale: () => undefined,
    };
  }

  function newSession(callbacks) {
    let approval;
    const close = () => {
      if (approval && !approval.closed) approval.close();
    };
    async function start(presentation, orderPromise) {
      approval = window.open('about:blank', 'paypal-approval', 'popup,width=480,height=680');
      if (!approval) throw fail('The approval window was blocked.', 'ERR_DEV_UNABLE_TO_OPEN_POPUP');
      let order;
      try {
        order = await orderPromise;
      } catch (error) {
        close();
        throw error;
      }
      if (!order || typeof order.orderId !== 'string') {
        close();
        throw fail('The order has no id.', 'ERR_INVALID_ORDER');
      }
      approval.location.href =
        origin +
        '/paypal/approve/' +
        encodeURIComponent(order.orderId) +
        '?opener=' +
        encodeURIComponent(location.origin);
      const decision = await decisionOf(approval);
      close();
      const data = { orderId: order.orderId };
      if (decision === 'approve') {
        if (callbacks.onApprove)
          await callbacks.onApprove({ ...data, payerId: 'TESTPAYER2345', fundingSource: 'paypal' });
      } else if (decision === 'error') {
        if (callbacks.onError)
          callbacks.onError(fail('The payment window could not be shown.', 'ERR_FLOW_PAYMENT_HANDLER'));
      } else if (callbacks.onCancel) callbacks.onCancel(data);
      if (callbacks.onComplete)
        callbacks.onComplete({
          paymentSessionState: decision === 'approve' ? 'approved' : decision === 'error' ? 'error' : 'canceled',
        });
    }
    return { start, cancel: close, destroy: close, hasReturned: () => false, resume: async () => undefined };
  }

  function decisionOf(approval) {
    return new Promise((resolve) => {
      const finish = (decision) => {
        clearInterval(timer);
        window.removeEventListener('message', receive);
        resolve(decision);
      };
      const receive = ({ origin: from, data }) => {
        if (from === origin && data && data.source === 'payment-sandbox') finish(data.decision);
      };
      const timer = setInterval(() => {
        if (approval.closed) finish('closed');
      }, 200);
      window.addEventListener('message', receive);
    });
  }

  window.paypal = { version: '6.0.0', createInstance };
})();
