import { stringify } from 'csv-stringify/sync';
import { endToEndIdOf, type BankOrder } from './bank-file.ts';
import { decimal } from './pain001.ts';

/** The transfers of an order as a table, for banks that do not read payment files. Cells that look like formulas are escaped. */
export function writeTransfersCsv({ transfers }: BankOrder): string {
  const rows = transfers.map((transfer) => {
    const { holder, country, account, bic } = transfer.to;
    const local = account.kind === 'local' ? account : undefined;
    return [
      holder,
      country,
      account.kind === 'iban' ? account.iban : '',
      local?.number ?? '',
      local?.routing ?? '',
      bic ?? '',
      decimal(transfer.amount),
      transfer.amount.currency,
      endToEndIdOf(transfer),
      transfer.remittance,
    ];
  });
  return stringify(rows, { header: true, columns: [...columns], escape_formulas: true, record_delimiter: 'windows' });
}

const columns = [
  'Account holder',
  'Country',
  'IBAN',
  'Account number',
  'Routing number',
  'BIC',
  'Amount',
  'Currency',
  'Payment ID',
  'Reference',
] as const;
