import { useEffect, useRef, type JSX } from 'react';
import type { AdminCatalogueResponse } from '#contract/admin/catalogue.ts';
import type { CatalogueDocument } from '#domain/catalogue/catalogue.ts';
import { Button } from '#web/ui/button.tsx';
import { formatMoment } from '#web/ui/format-date.ts';
import { describeChanges } from './describe-changes.ts';

interface NewerCatalogueProps {
  readonly current: AdminCatalogueResponse;
  /** The document from which this person started, and the newest version at that time. */
  readonly start: CatalogueDocument;
  readonly version: number;
  /** The document of the newest version. */
  readonly theirs: CatalogueDocument;
  /** This person's changes, in sentences. */
  readonly mine: readonly string[];
  readonly onKeep: () => void;
  readonly onDrop: () => void;
}

/**
 * Shows what someone else has published in the meantime, and what this person has changed. Neither is lost until this person
 * decides.
 */
export function NewerCatalogue({
  current,
  start,
  version,
  theirs,
  mine,
  onKeep,
  onDrop,
}: NewerCatalogueProps): JSX.Element {
  const headingRef = useRef<HTMLHeadingElement>(null);
  useEffect(() => headingRef.current?.focus(), []);
  return (
    <section aria-labelledby="newer-heading" className="catalogue">
      <div>
        <h2 ref={headingRef} id="newer-heading" tabIndex={-1}>
          Someone else has published since
        </h2>
        <ul className="catalogue-changes">
          {current.history
            .filter((published) => published.version > version)
            .map(({ version: number, publishedBy, publishedAt, effectiveFrom, reason }) => (
              <li key={number}>
                {`${publishedBy} published version ${number} on ${formatMoment(new Date(publishedAt))}, from ${formatMoment(new Date(effectiveFrom))}: ${reason}`}
              </li>
            ))}
        </ul>
      </div>
      <Changes id="newer-theirs" title="What they changed" sentences={describeChanges(start, theirs)} />
      <Changes id="newer-mine" title="What you changed, not published yet" sentences={mine} />
      <div className="flex flex-wrap gap-3">
        <Button onClick={onKeep}>Keep both</Button>
        <Button tone="secondary" onClick={onDrop}>
          Drop my changes
        </Button>
      </div>
      <p className="catalogue-note">
        Keep both puts your changes on top of theirs, and shows the result before anything is published. Where both
        changed the same, yours stays.
      </p>
    </section>
  );
}

interface ChangesProps {
  readonly id: string;
  readonly title: string;
  readonly sentences: readonly string[];
}

const Changes = ({ id, title, sentences }: ChangesProps): JSX.Element => (
  <div>
    <h3 id={id}>{title}</h3>
    <ul className="catalogue-changes" aria-labelledby={id}>
      {sentences.length === 0 && <li>Nothing that donors see.</li>}
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  </div>
);
