import { useState, type JSX, type SubmitEvent } from 'react';
import { enteredFigures, type AdminReportResponse } from '#contract/admin/report.ts';
import { withFigures } from '#domain/report/example-figures.ts';
import { adoptStyles } from '#web/ui/adopt-styles.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldProblem } from '#web/ui/form/field-problem.tsx';
import { TextField } from '#web/ui/form/fields.tsx';
import type { Problems } from '#web/ui/form/use-form.ts';
import { problemsByPath } from '../ui/problems-by-path.ts';
import { readFigures, textOfMinor } from './entered-figures.ts';
import { PublishFigures } from './publish-figures.tsx';
import rules from './reports.css?inline';

adoptStyles(rules);

interface FiguresFormProps {
  readonly current: AdminReportResponse;
  /** If false, the fields are read-only. */
  readonly canPublish: boolean;
}

/** The figures of the illustrative example in one form. Changes are shown before they are published. */
export function FiguresForm({ current, canPublish }: FiguresFormProps): JSX.Element {
  const [problems, setProblems] = useState<Problems>({});
  const [toPublish, setToPublish] = useState<AdminReportResponse['figures'] | 'default'>();
  const [formNumber, setFormNumber] = useState(0);
  function compare(form: FormData): void {
    const textOf = (name: string): string => {
      const value = form.get(name);
      return typeof value === 'string' ? value.trim() : '';
    };
    const checked = enteredFigures.safeParse(readFigures(textOf, current.figures));
    setProblems(checked.success ? {} : problemsByPath(checked.error.issues));
    if (checked.success) setToPublish(checked.data);
  }
  return (
    <section aria-labelledby="report-example">
      <h2 id="report-example">Illustrative example</h2>
      <p className="mb-4 max-w-prose">
        The report without a year. The page and its PDF say that these figures are an illustrative example and not
        results.
      </p>
      <form
        key={formNumber}
        method="post"
        noValidate
        className="form-fields mb-8"
        onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
          event.preventDefault();
          compare(new FormData(event.currentTarget));
        }}
      >
        <fieldset disabled={!canPublish} className="form-fields min-w-0 wrap-anywhere">
          <YearFields figures={current.figures} problems={problems} />
          <RowFields figures={current.figures} problems={problems} />
        </fieldset>
        {Object.keys(problems).length > 0 && <FieldProblem sentence="Please correct the fields marked above." />}
        {canPublish && (
          <p className="flex flex-wrap gap-4">
            <Button type="submit" tone="primary">
              Compare and publish…
            </Button>
            <Button tone="quiet" onClick={() => setToPublish('default')}>
              Back to default…
            </Button>
          </p>
        )}
      </form>
      {toPublish && (
        <PublishFigures
          current={current}
          toPublish={toPublish}
          onClose={() => setToPublish(undefined)}
          onDone={() => {
            setToPublish(undefined);
            setFormNumber(formNumber + 1);
          }}
        />
      )}
    </section>
  );
}

interface FieldsProps {
  readonly figures: AdminReportResponse['figures'];
  readonly problems: Problems;
}

interface FigureFieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly problems: Problems;
}

const FigureField = ({ name, value, problems, ...field }: FigureFieldProps): JSX.Element => (
  <TextField
    {...field}
    id={`figure-${name}`}
    name={name}
    inputMode="decimal"
    autoComplete="off"
    defaultValue={value}
    problem={problems[name]}
  />
);

const YearFields = ({ figures, problems }: FieldsProps): JSX.Element => {
  const field = (name: string, label: string, value: string, hint?: string) => (
    <FigureField
      name={name}
      label={label}
      value={value}
      problems={problems}
      {...(hint === undefined ? {} : { hint })}
    />
  );
  return (
    <div className="report-fields">
      {field('year', 'Year', figures.year === null ? '' : String(figures.year), 'Empty: last year.')}
      {field('donations', 'Donations', String(figures.donations))}
      {field('meals', 'Meals', String(figures.meals))}
      {field('amountMinor', 'Amount in US dollars', textOfMinor(figures.amountMinor))}
      {field('countries', 'Countries', String(figures.countries))}
      {field('charities', 'Charities', String(figures.charities))}
      {field('volunteerHours', 'Volunteer hours', String(figures.volunteerHours))}
      {field('growthPercent', 'Growth over the year before, in %', String(figures.growthPercent))}
    </div>
  );
};

/** The months and the regions, each with its own group of fields. */
function RowFields({ figures, problems }: FieldsProps): JSX.Element {
  const { months, regions } = withFigures(figures);
  return (
    <>
      {months.map(({ month, donations, meals, amount }, index) => (
        <fieldset key={month} className="report-row">
          <legend>{month}</legend>
          <div className="report-fields">
            <FigureField
              name={`months.${index}.donations`}
              label="Donations"
              value={String(donations)}
              problems={problems}
            />
            <FigureField name={`months.${index}.meals`} label="Meals" value={String(meals)} problems={problems} />
            <FigureField
              name={`months.${index}.amountMinor`}
              label="Amount in US dollars"
              value={textOfMinor(amount.amountMinor)}
              problems={problems}
            />
          </div>
        </fieldset>
      ))}
      {regions.map(({ region, sharePercent, meals, charities }, index) => (
        <fieldset key={region} className="report-row">
          <legend>{region}</legend>
          <div className="report-fields">
            <FigureField
              name={`regions.${index}.sharePercent`}
              label="Share in %"
              value={String(sharePercent)}
              problems={problems}
            />
            <FigureField name={`regions.${index}.meals`} label="Meals" value={String(meals)} problems={problems} />
            <FigureField
              name={`regions.${index}.charities`}
              label="Charities"
              value={String(charities)}
              problems={problems}
            />
          </div>
        </fieldset>
      ))}
    </>
  );
}
