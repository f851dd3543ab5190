import { useState, type ChangeEvent, type JSX, type SubmitEvent } from 'react';
import type { AdminRatesResponse } from '#contract/admin/rates.ts';
import { currencies, isCurrencyCode } from '#domain/money/currency.ts';
import { checkRates, type EnteredRate } from '#domain/rates/check-rates.ts';
import { toDay } from '#domain/rates/rate-age.ts';
import { csvBytesMax, readRatesCsv } from '#domain/rates/rates-csv.ts';
import { ratedCurrencies } from '#domain/rates/rates.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldProblem } from '#web/ui/form/field-problem.tsx';
import { TextField } from '#web/ui/form/fields.tsx';
import { toRates } from './to-rates.ts';
import { PublishRates, type RatesToPublish } from './publish-rates.tsx';

interface NewRatesProps {
  readonly current: AdminRatesResponse;
}

/** New rates: typed, or from a file. Both are compared with the current ones before they are published. */
export function NewRates({ current }: NewRatesProps): JSX.Element {
  const [problem, setProblem] = useState<string>();
  const [toPublish, setToPublish] = useState<RatesToPublish>();
  const [formNumber, setFormNumber] = useState(0);
  const [today] = useState(() => toDay(new Date()));

  function compare(entered: readonly EnteredRate[]): void {
    const checked = checkRates(entered, toRates(current), today);
    setProblem(checked.code === 'refused' ? checked.sentence : undefined);
    if (checked.code === 'checked') setToPublish({ kind: 'rates', entered });
  }

  async function readFile(event: ChangeEvent<HTMLInputElement>): Promise<void> {
    const input = event.currentTarget;
    const file = input.files?.[0];
    if (!file) return;
    input.value = ''; // the same file can be chosen again after it is corrected
    if (file.size > csvBytesMax) return setProblem('The file is too large to be a table of rates.');
    const read = readRatesCsv(await file.text());
    if (read.code === 'refused') setProblem(read.sentence);
    else compare(read.rates);
  }

  return (
    <section aria-labelledby="new-rates">
      <h2 id="new-rates">New rates</h2>
      <form
        key={formNumber}
        method="post"
        noValidate
        onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
          event.preventDefault();
          compare(readEnteredRates(new FormData(event.currentTarget)));
        }}
      >
        <RateFields current={current} today={today} />
        <FieldProblem sentence={problem} />
        <p className="rates-actions">
          <Button type="submit" tone="primary">
            Compare and publish…
          </Button>
          <FileField onChange={(event) => void readFile(event)} />
          <Button tone="quiet" onClick={() => setToPublish({ kind: 'default' })}>
            Back to the first rates…
          </Button>
        </p>
      </form>
      <PublishRates
        current={current}
        toPublish={toPublish}
        onClose={() => setToPublish(undefined)}
        onDone={() => {
          setToPublish(undefined);
          setFormNumber(formNumber + 1);
        }}
      />
    </section>
  );
}

const FileField = ({
  onChange,
}: {
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}): JSX.Element => (
  <label className="rates-file">
    Or from a file (CSV with the columns currency, rate, day, source){' '}
    <input type="file" accept=".csv,text/csv" onChange={onChange} />
  </label>
);

/** A field for each currency, and one day and one source for all rates that are filled in. */
const RateFields = ({ current, today }: NewRatesProps & { readonly today: string }): JSX.Element => (
  <div className="rates-fields">
    {current.rates.map(({ currency, unitsPerDollar }) => (
      <TextField
        key={currency}
        id={`rate-${currency}`}
        name={currency}
        label={isCurrencyCode(currency) ? `${currency}, ${currencies[currency].name}` : currency}
        placeholder={unitsPerDollar}
        inputMode="decimal"
        autoComplete="off"
        problem={undefined}
      />
    ))}
    <TextField
      id="rates-day"
      name="day"
      type="date"
      label="Day of these rates"
      defaultValue={today}
      problem={undefined}
    />
    <TextField
      id="rates-source"
      name="source"
      label="Source"
      defaultValue="By hand"
      maxLength={100}
      problem={undefined}
    />
  </div>
);

/** Reads the rates that were filled in. */
function readEnteredRates(form: FormData): readonly EnteredRate[] {
  const textOf = (name: string): string => {
    const value = form.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const [day, source] = [textOf('day'), textOf('source')];
  return ratedCurrencies
    .map((currency) => ({ currency, unitsPerDollar: textOf(currency), day, source }))
    .filter(({ unitsPerDollar }) => unitsPerDollar !== '');
}
