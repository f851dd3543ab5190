import type { AuditLogEntry } from '#contract/admin/audit-log.ts';
import { isCurrencyCode } from '#domain/money/currency.ts';
import { money, toDecimal } from '#domain/money/money.ts';
import { roleNames, staffRoles } from '#domain/staff/rights.ts';
import { formatCalendarDay, formatMoment } from '#web/ui/format-date.ts';
import { formatDecimal } from '../ui/format-decimal.ts';

/** Describes what an action changed, with one line per field: `Role: Support → Finance`. */
export function describeChange({ before, after }: Pick<AuditLogEntry, 'before' | 'after'>): readonly string[] {
  const values = { ...before, ...after };
  const { currency } = values;
  const hasAmounts = typeof currency === 'string' && Object.keys(values).some(isAmount);
  return [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    .filter((name) => !hidden.has(name) && !(name === 'currency' && hasAmounts))
    .map((name) => {
      const texts = [before?.[name], after?.[name]]
        .filter((value) => value !== undefined)
        .map((value) => textOf(name, value, hasAmounts ? currency : undefined));
      return `${labels.get(name) ?? wordsOf(name)}: ${texts.join(' → ')}`;
    });
}

/** The idempotency key, which tells a reader nothing. */
const hidden: ReadonlySet<string> = new Set(['key']);

const labels: ReadonlyMap<string, string> = new Map([
  ['amountMinor', 'Amount'],
  ['remaining', 'Left to refund'],
  ['remainingMinor', 'Left to refund'],
  ['isRest', 'All that is left'],
  ['hasAddress', 'Address known'],
  ['lastFour', 'Ends in'],
  ['approval', 'Request'],
  ['charityId', 'Charity number'],
  ['paymentId', 'Payment'],
  ['bankReason', "The bank's reason"],
  ['merged', 'Merged donor'],
]);

/** Writes `requestedBy` as `Requested by`. A name that is not in camel case, such as a currency, stays as it is. */
const wordsOf = (name: string): string =>
  /^[a-z]+([A-Z][a-z]*)*$/.test(name)
    ? name.replace(/^[a-z]/, (first) => first.toUpperCase()).replace(/(?<=.)[A-Z]/g, (next) => ` ${next.toLowerCase()}`)
    : name;

const isAmount = (name: string): boolean => amounts.has(name) || name.endsWith('Minor');

const amounts: ReadonlySet<string> = new Set(['amount', 'refund', 'remaining']);

/** Fields whose values are identifiers in our code. They are shown with spaces instead of underscores. */
const coded: ReadonlySet<string> = new Set(['kind', 'account', 'reasons', 'status']);

function textOf(name: string, value: unknown, currency: string | undefined): string {
  if (value === null) return 'none';
  if (Array.isArray(value)) return value.map((one) => textOf(name, one, currency)).join(', ');
  switch (typeof value) {
    case 'boolean':
      return value ? 'yes' : 'no';
    case 'number':
      return currency !== undefined && isAmount(name) ? formatAmount(name, value, currency) : String(value);
    case 'string':
      return wordingOf(name, value);
    default:
      return JSON.stringify(value);
  }
}

function formatAmount(name: string, value: number, currency: string): string {
  const isMinor = name.endsWith('Minor') && isCurrencyCode(currency);
  return formatDecimal(isMinor ? toDecimal(money(value, currency)) : value, currency);
}

function wordingOf(name: string, value: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return formatCalendarDay(value);
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return formatMoment(new Date(value));
  const role = name === 'role' ? staffRoles.find((known) => known === value) : undefined;
  if (role) return roleNames[role];
  return coded.has(name) ? value.replaceAll('_', ' ') : value;
}
