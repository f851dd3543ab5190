import { useId, type JSX } from 'react';
import { QueryView, type QueryViewProps } from '#web/ui/feedback/query-view.tsx';

interface ChartSectionProps<Data> extends QueryViewProps<Data> {
  readonly heading: string;
}

/** A section of the impact page whose chart waits for a query. */
export function ChartSection<Data>({ heading, ...view }: ChartSectionProps<Data>): JSX.Element {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="impact-chart">
      <h2 id={headingId}>{heading}</h2>
      <QueryView {...view} />
    </section>
  );
}
