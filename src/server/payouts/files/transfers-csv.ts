import { csvHeaderRow, csvRows, type CsvColumn } from '#server/http/files/csv.ts';
import { endToEndIdOf, type BankOrder, type Transfer } from './bank-file.ts';
import { decimal } from './pain001.ts';

/** Writes the transfers of an order as a table, for banks that do not read payment files. Escapes formulas in cells. */
export const writeTransfersCsv = ({ transfers }: BankOrder): string =>
  csvHeaderRow(columns) + csvRows(columns, transfers);

const columns: readonly CsvColumn<Transfer>[] = [
  { header: 'Account holder', valueOf: ({ to }) => to.holder },
  { header: 'Country', valueOf: ({ to }) => to.country },
  { header: 'IBAN', valueOf: ({ to: { account } }) => (account.kind === 'iban' ? account.iban : null) },
  { header: 'Account number', valueOf: ({ to: { account } }) => (account.kind === 'local' ? account.number : null) },
  { header: 'Routing number', valueOf: ({ to: { account } }) => (account.kind === 'local' ? account.routing : null) },
  { header: 'BIC', valueOf: ({ to }) => to.bic },
  { header: 'Amount', valueOf: ({ amount }) => decimal(amount) },
  { header: 'Currency', valueOf: ({ amount }) => amount.currency },
  { header: 'Payment ID', valueOf: endToEndIdOf },
  { header: 'Reference', valueOf: ({ remittance }) => remittance },
];
