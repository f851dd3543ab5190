/** Notes what became of a payment, for whoever looks into the browser's log (spec 4, PayPal flow). */
export function logFact(fact: string, detail?: string): void {
  // oxlint-disable-next-line eslint/no-console -- the spec wants it logged, and it is no warning
  console.info(detail === undefined ? fact : `${fact}: ${detail}`);
}
