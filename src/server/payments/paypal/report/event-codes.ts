/** The effect of an entry of PayPal's report on our balance. */
type EntryEffect = 'payment' | 'refund' | 'dispute' | 'payout' | 'returned_payout' | 'hold' | 'other';

export function effectOf(code: string): EntryEffect {
  return effects[code] ?? effectsOfGroups[code.slice(0, 3)] ?? 'other';
}

/** A hold and its release move money between what is available and what PayPal withholds; the total stays the same. */
const effects: Readonly<Record<string, EntryEffect>> = {
  T0106: 'dispute',
  T1101: 'returned_payout',
  T1105: 'hold',
  T1106: 'dispute',
  T1107: 'refund',
  T1110: 'hold',
  T1111: 'hold',
  T1201: 'dispute',
  T1202: 'dispute',
  T1205: 'dispute',
  T1207: 'dispute',
  T1208: 'dispute',
  T2109: 'other', // a gift certificate is bought
  T2110: 'other', // a gift certificate is redeemed
};

/** Authorizations and display-only entries move no money, so they count as holds. */
const effectsOfGroups: Readonly<Record<string, EntryEffect>> = {
  T00: 'payment',
  T04: 'payout',
  T13: 'hold',
  T15: 'hold',
  T21: 'hold',
  T98: 'hold',
};

/** Describes an event code for the reviewer of a movement. */
export const describeCode = (code: string): string =>
  names[code] ?? namesOfGroups[code.slice(0, 3)] ?? 'Other movement';

const names: Readonly<Record<string, string>> = {
  T0106: 'Fee for a chargeback',
  T1101: 'Payout returned by the bank',
  T1106: 'Payment taken back by PayPal',
  T1107: 'Refund',
  T1108: 'Fee taken back',
  T1109: 'Fee refunded',
  T1201: 'Chargeback',
  T1202: 'Chargeback won',
};

const namesOfGroups: Readonly<Record<string, string>> = {
  T00: 'Payment',
  T01: 'Fee',
  T02: 'Currency conversion',
  T03: 'Money added from a bank',
  T04: 'Payout to the bank',
  T05: 'Debit card',
  T06: 'Payout to a card',
  T07: 'Money added from a card',
  T08: 'Bonus',
  T11: 'Reversal',
  T12: 'Adjustment',
  T17: 'Payout to another institution',
  T19: 'Correction',
  T20: 'Transfer between accounts',
  T22: 'Transfer between balances',
  T23: 'Tax withheld',
};
