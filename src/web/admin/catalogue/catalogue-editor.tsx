import { useState, type JSX } from 'react';
import type { AdminCatalogueResponse } from '#contract/admin/catalogue.ts';
import type { CatalogueDocument } from '#domain/catalogue/catalogue.ts';
import { formatCountOf } from '#domain/money/format.ts';
import { adoptStyles } from '#web/ui/adopt-styles.ts';
import { Button } from '#web/ui/button.tsx';
import { useLeaveWarning } from '../ui/use-leave-warning.ts';
import { VersionHistory } from '../ui/version-history.tsx';
import rules from './catalogue.css?inline';
import { CharityList } from './charity-list.tsx';
import { CheckCatalogue } from './check-catalogue.tsx';
import { describeChanges } from './describe-changes.ts';
import { replayChanges } from './edits.ts';
import { withNames } from './named-history.ts';
import { NewerCatalogue } from './newer-catalogue.tsx';
import { ScheduledVersions } from './scheduled-versions.tsx';
import { SnackList } from './snack-list.tsx';
import { newestOf } from './use-catalogue.ts';

adoptStyles(rules);

interface CatalogueEditorProps {
  readonly current: AdminCatalogueResponse;
  /** If false, the lists are read-only. */
  readonly canEdit: boolean;
}

/** Changes that are not published yet. */
interface Edits {
  /** The document from which the changes started, and the newest version at that time. */
  readonly start: CatalogueDocument;
  readonly version: number;
  readonly draft: CatalogueDocument;
  /** When someone else's scheduled version applies on which the changes were put, so that it is not brought forward. */
  readonly startsAt?: string | undefined;
}

/**
 * Edits snacks and charities, and shows what donors will see before anything is published. If someone else publishes in the
 * meantime, the person decides whether to keep their own changes.
 */
export function CatalogueEditor({ current, canEdit }: CatalogueEditorProps): JSX.Element {
  const [edits, setEdits] = useState<Edits>();
  const [isChecking, setIsChecking] = useState(false);
  const draft = edits?.draft ?? current.document;
  const changes = describeChanges(current.document, draft);
  useLeaveWarning(changes.length > 0);
  const change = (next: CatalogueDocument): void =>
    setEdits({ start: current.document, version: current.version, ...edits, draft: next });
  const stop = (): void => {
    setEdits(undefined);
    setIsChecking(false);
  };
  if (edits && edits.version !== current.version) {
    const { document: theirs, effectiveFrom: startsAt } = newestOf(current);
    const keep = (): void => {
      const replayed = replayChanges({ start: edits.start, mine: edits.draft, theirs, next: current.next });
      setEdits({ start: theirs, version: current.version, draft: replayed, startsAt });
      setIsChecking(true);
    };
    return (
      <NewerCatalogue
        current={current}
        {...edits}
        theirs={theirs}
        mine={describeChanges(edits.start, draft)}
        onKeep={keep}
        onDrop={stop}
      />
    );
  }
  if (edits && isChecking)
    return <CheckCatalogue current={current} {...edits} onBack={() => setIsChecking(false)} onPublished={stop} />;
  const listProps = { current, draft, canEdit, onChange: change };
  return (
    <div className="catalogue">
      <SnackList {...listProps} />
      <CharityList {...listProps} />
      {changes.length > 0 && (
        <div role="region" aria-label="Changes" className="catalogue-bar">
          <p>{`${formatCountOf(changes.length, 'change')} not published yet.`}</p>
          <Button onClick={() => setIsChecking(true)}>Check and publish…</Button>
          <Button tone="quiet" onClick={stop}>
            Drop changes
          </Button>
        </div>
      )}
      <ScheduledVersions
        current={current}
        canEdit={canEdit && changes.length === 0}
        onEdit={(start) => setEdits({ start, version: current.version, draft: start })}
        onCancel={(start) => {
          setEdits({ start, version: current.version, draft: current.document });
          setIsChecking(true);
        }}
      />
      <VersionHistory versions={withNames(current)} />
    </div>
  );
}
