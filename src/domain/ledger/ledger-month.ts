/** A month of the ledger, YYYY-MM, in UTC. */
export type LedgerMonth = string;

/** Accepts only the years 2000 to 2999: from the year 10000 on, ISO instants no longer sort as text. */
export const isLedgerMonth = (text: string): boolean => /^2\d{3}-(0[1-9]|1[0-2])$/.test(text);

export const monthOf = (instant: Date): LedgerMonth => instant.toISOString().slice(0, 7);

export const startOfMonth = (month: LedgerMonth): Date => new Date(`${month}-01T00:00:00.000Z`);

export const nextMonth = (month: LedgerMonth): LedgerMonth => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return monthOf(new Date(Date.UTC(year, number)));
};
