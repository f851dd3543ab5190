import type { CurrencyCode } from '#domain/money/currency.ts';
import { add, money, zero, type Money } from '#domain/money/money.ts';
import type { PaymentProvider } from '#domain/payment/payment-event.ts';

/** Our balances at the providers and our bank, summed from every movement and independently of the product. */
export interface ProviderBooks {
  /** Moves the balance at a provider; negative if the money leaves. */
  move(provider: PaymentProvider, amount: Money): void;
  /** Pays the whole balance of a provider to the bank. Returns the amount, or undefined if there is nothing to pay. */
  payOut(provider: PaymentProvider, currency: CurrencyCode): Money | undefined;
  moveBank(amount: Money): void;
  /** Returns the balances other than zero in minor units, by ledger account and currency. */
  balances(): ReadonlyMap<string, number>;
}

export function openProviderBooks(): ProviderBooks {
  const held = new Map<string, Money>();
  const move = (account: string, amount: Money): void => {
    const key = `${account} ${amount.currency}`;
    held.set(key, add(held.get(key) ?? zero(amount.currency), amount));
  };
  return {
    move: (provider, amount) => move(`clearing:${provider}`, amount),
    payOut: (provider, currency) => {
      const balance = held.get(`clearing:${provider} ${currency}`) ?? zero(currency);
      if (balance.amountMinor <= 0) return undefined;
      move(`clearing:${provider}`, money(-balance.amountMinor, currency));
      move('bank', balance);
      return balance;
    },
    moveBank: (amount) => move('bank', amount),
    balances: () =>
      new Map(
        [...held].map(([key, { amountMinor }]) => [key, amountMinor] as const).filter(([, minor]) => minor !== 0),
      ),
  };
}
