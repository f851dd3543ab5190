import { currencies } from '#domain/money/currency.ts';
import { sum, type Money } from '#domain/money/money.ts';
import { clearingSystems, withoutAccents, type BankDetails } from '#domain/payout/bank-details.ts';
import { utcDay } from '#domain/ledger/utc-day.ts';
import { endToEndIdOf, messageIdOf, type BankOrder, type Transfer } from './bank-file.ts';

/** The namespace of the message: Customer Credit Transfer Initiation, version 9 (ISO 20022, 2019). */
const pain001Namespace = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09';

/** Writes a payment file that banks can read: one message with one group of transfers. */
export function writePain001(order: BankOrder): string {
  const count = String(order.transfers.length);
  const control = decimal(
    sum(
      order.transfers.map(({ amount }) => amount),
      order.currency,
    ),
  );
  const initiation = [
    node('GrpHdr', [
      node('MsgId', messageIdOf(order)),
      node('CreDtTm', order.createdAt.toISOString().slice(0, 19)),
      node('NbOfTxs', count),
      node('CtrlSum', control),
      node('InitgPty', [node('Nm', bankText(order.from.holder, 70))]),
    ]),
    node('PmtInf', [
      node('PmtInfId', messageIdOf(order)),
      node('PmtMtd', 'TRF'),
      node('NbOfTxs', count),
      node('CtrlSum', control),
      node('ReqdExctnDt', [node('Dt', utcDay(order.createdAt))]),
      node('Dbtr', [node('Nm', bankText(order.from.holder, 70))]),
      node('DbtrAcct', [...accountOf(order.from), node('Ccy', order.currency)]),
      node('DbtrAgt', [bankOf(order.from)]),
      node('ChrgBr', order.currency === 'EUR' ? 'SLEV' : 'SHAR'),
      ...order.transfers.map(transferOf),
    ]),
  ];
  const document = `<Document xmlns="${pain001Namespace}">${node('CstmrCdtTrfInitn', initiation)}</Document>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${document}\n`;
}

const transferOf = (transfer: Transfer): string =>
  node('CdtTrfTxInf', [
    node('PmtId', [node('InstrId', endToEndIdOf(transfer)), node('EndToEndId', endToEndIdOf(transfer))]),
    node('Amt', [`<InstdAmt Ccy="${transfer.amount.currency}">${decimal(transfer.amount)}</InstdAmt>`]),
    node('CdtrAgt', [bankOf(transfer.to)]),
    node('Cdtr', [node('Nm', bankText(transfer.to.holder, 70)), node('PstlAdr', [node('Ctry', transfer.to.country)])]),
    node('CdtrAcct', accountOf(transfer.to)),
    node('RmtInf', [node('Ustrd', bankText(transfer.remittance, 140))]),
  ]);

const accountOf = ({ account }: BankDetails): string[] => [
  node('Id', [account.kind === 'iban' ? node('IBAN', account.iban) : node('Othr', [node('Id', account.number)])]),
];

/** When only the IBAN identifies the bank, the file has `NOTPROVIDED`, as banks expect. */
function bankOf({ account, bic, country }: BankDetails): string {
  const clearing = clearingSystems[country];
  const routing = account.kind === 'local' ? account.routing : null;
  const member =
    clearing !== undefined && routing !== null
      ? [node('ClrSysMmbId', [node('ClrSysId', [node('Cd', clearing)]), node('MmbId', routing)])]
      : [];
  const identifiers = [...(bic === null ? [] : [node('BICFI', bic)]), ...member];
  return node('FinInstnId', identifiers.length > 0 ? identifiers : [node('Othr', [node('Id', 'NOTPROVIDED')])]);
}

/** Formats an amount with all decimals of its currency. */
export function decimal({ amountMinor, currency }: Money): string {
  const { exponent } = currencies[currency];
  const digits = String(amountMinor).padStart(exponent + 1, '0');
  return exponent === 0 ? digits : `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}

/** Keeps the characters that all banks accept (EPC217-08). Letters lose their accents, and other characters become spaces. */
export const bankText = (text: string, max: number): string =>
  withoutAccents(text.replace(/[ßẞæœøłđðþħŧıŋ&]/gi, spellOut))
    .replace(/[^A-Za-z0-9/\-?:().,'+ ]/g, ' ')
    .replace(/^[/ ]+|\/\//g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, max)
    .replace(/[/ ]+$/, '');

function spellOut(letter: string): string {
  const lower = letter.toLowerCase();
  const spelled = spelledOut[lower] ?? letter;
  return letter === lower ? spelled : spelled.toUpperCase();
}

/** Characters that `withoutAccents` does not change to ASCII. */
const spelledOut: Readonly<Record<string, string>> = {
  ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ŧ: 't', ı: 'i', ŋ: 'n', '&': '+',
}; // prettier-ignore

/**
 * Writes an element with text or children. No text needs escaping: `bankText` removes such characters, and ids, numbers and
 * codes have none.
 */
const node = (name: string, content: string | readonly string[]): string =>
  `<${name}>${typeof content === 'string' ? content : content.join('')}</${name}>`;
