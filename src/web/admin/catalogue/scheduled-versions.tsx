import type { JSX } from 'react';
import type { AdminCatalogueResponse } from '#contract/admin/catalogue.ts';
import type { CatalogueDocument } from '#domain/catalogue/catalogue.ts';
import { Button } from '#web/ui/button.tsx';
import { formatMoment } from '#web/ui/format-date.ts';
import { describeChanges } from './describe-changes.ts';

interface ScheduledVersionsProps {
  readonly current: AdminCatalogueResponse;
  /** True if a scheduled version can be edited or canceled now. */
  readonly canEdit: boolean;
  readonly onEdit: (document: CatalogueDocument) => void;
  readonly onCancel: (document: CatalogueDocument) => void;
}

/** The versions that apply from a later time. */
export const ScheduledVersions = ({ current, canEdit, onEdit, onCancel }: ScheduledVersionsProps): JSX.Element => (
  <section aria-labelledby="scheduled">
    <h2 id="scheduled">Scheduled</h2>
    {current.scheduled.length === 0 && <p className="catalogue-note">Nothing is scheduled.</p>}
    <ul className="catalogue-list">
      {current.scheduled.map(({ version, effectiveFrom, document }) => (
        <li key={version} className="catalogue-entry">
          <div className="catalogue-entry-text">
            <h3>
              {`Version ${version}, from `}
              <time dateTime={effectiveFrom}>{formatMoment(new Date(effectiveFrom))}</time>
            </h3>
            <ul className="catalogue-changes">
              {describeChanges(current.document, document).map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </div>
          {canEdit && (
            <div className="catalogue-entry-buttons">
              <Button tone="quiet" aria-label={`Edit version ${version}`} onClick={() => onEdit(document)}>
                Edit…
              </Button>
              <Button tone="quiet" aria-label={`Cancel version ${version}`} onClick={() => onCancel(document)}>
                Cancel…
              </Button>
            </div>
          )}
        </li>
      ))}
    </ul>
  </section>
);
