import sax from 'sax';
import { isEuroRate, type EuroRates } from '#domain/rates/euro-rates.ts';
import { RatesProblem } from './rates-problem.ts';

/**
 * Reads the daily rates as the European Central Bank publishes them: a `Cube` element with a `time`, which contains a `Cube`
 * with `currency` and `rate` for each currency. Throws a RatesProblem for any other file.
 */
export function readEuroRates(text: string): EuroRates {
  const days: string[] = [];
  const unitsPerEuro = new Map<string, string>();
  const xml = sax.parser(true);
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the parser has no other way
  xml.onerror = () => refuse('The file with the rates is not well-formed XML.');
  xml.ondoctype = () => refuse('The file with the rates has a document type, which rates do not need.');
  xml.onopentag = ({ name, attributes: { time, currency, rate } }) => {
    if (name !== 'Cube') return;
    if (typeof time === 'string') days.push(time);
    if (typeof currency !== 'string' || typeof rate !== 'string') return;
    if (!/^[A-Z]{3}$/.test(currency) || !isEuroRate(rate)) refuse('The file has a rate that is not a positive number.');
    if (unitsPerEuro.has(currency)) refuse(`The file has two rates for ${currency}.`);
    unitsPerEuro.set(currency, rate);
  };
  xml.write(text).close();
  const [day, ...others] = days;
  if (day === undefined) refuse('The file does not say which day its rates are for.');
  if (others.length > 0) refuse('The file has the rates of more than one day.');
  if (!unitsPerEuro.has('USD')) refuse('The file has no rate for the US dollar.');
  return { day, unitsPerEuro };
}

function refuse(sentence: string): never {
  throw new RatesProblem(sentence);
}
