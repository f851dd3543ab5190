const withoutMinorUnits = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '));

/** Currencies that the sandbox does not support: Stripe requires their last digit to be zero, and Kindbite does not use them. */
const threeDecimals = new Set('bhd iqd jod kwd lyd omr tnd'.split(' '));

const known = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()));

/** Stripe's published minimum charges, in minor units. */
const minimumMinor: Readonly<Record<string, number>> = {
  usd: 50,
  aud: 50,
  cad: 50,
  chf: 50,
  eur: 50,
  inr: 50,
  nzd: 50,
  sgd: 50,
  brl: 50,
  gbp: 30,
  aed: 200,
  mxn: 1000,
  jpy: 50,
  hkd: 400,
  dkk: 250,
  nok: 300,
  sek: 300,
  pln: 200,
  ron: 200,
  myr: 200,
  czk: 1500,
  huf: 17500,
  thb: 1000,
};

/** Returns true if the sandbox can charge the currency with this lower-case code. */
export function isSupportedCurrency(code: string): boolean {
  return known.has(code) && !threeDecimals.has(code);
}

/** Smallest amount that can be charged, in minor units. */
export function minimumChargeMinor(currency: string): number {
  return minimumMinor[currency] ?? 1;
}

/** An amount for display, such as `CA$5.24` or `¥500`. */
export function formatAmount(amountMinor: number, currency: string): string {
  const decimals = withoutMinorUnits.has(currency) ? 0 : 2;
  const format = formats.get(currency) ?? formatOf(currency, decimals);
  formats.set(currency, format);
  return format.format(amountMinor / 10 ** decimals);
}

/** A cache, because creating a format is slow, and a jump of the clock writes thousands of invoices. */
const formats = new Map<string, Intl.NumberFormat>();

const formatOf = (currency: string, decimals: number): Intl.NumberFormat =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: currency.toUpperCase(),
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
