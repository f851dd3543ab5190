import { useState, type JSX } from 'react';
import type { AdminCatalogueAnswer } from '#contract/admin/catalogue.ts';
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

adoptStyles(rules);

interface CatalogueEditorProps {
  readonly present: AdminCatalogueAnswer;
  /** Without it, the lists are read-only. */
  readonly canEdit: boolean;
}

/** Changes that are not published yet. */
interface Work {
  /** What they began from, and the newest version at that time. */
  readonly start: CatalogueDocument;
  readonly version: number;
  readonly draft: CatalogueDocument;
}

/**
 * Changes snacks and charities, and shows what donors will see before anything is published. When someone else publishes in the
 * meantime, the person decides how to combine both changes.
 */
export function CatalogueEditor({ present, canEdit }: CatalogueEditorProps): JSX.Element {
  const [work, setWork] = useState<Work>();
  const [isChecking, setIsChecking] = useState(false);
  const draft = work?.draft ?? present.document;
  const changes = describeChanges(present.document, draft);
  useLeaveWarning(changes.length > 0);
  const change = (next: CatalogueDocument): void =>
    setWork({ start: present.document, version: present.version, ...work, draft: next });
  const stop = (): void => {
    setWork(undefined);
    setIsChecking(false);
  };
  if (work && work.version !== present.version) {
    const keep = (): void => {
      const theirs = present.document;
      const replayed = replayChanges({ start: work.start, mine: work.draft, theirs, next: present.next });
      setWork({ start: theirs, version: present.version, draft: replayed });
      setIsChecking(true);
    };
    return (
      <NewerCatalogue
        present={present}
        {...work}
        mine={describeChanges(work.start, draft)}
        onKeep={keep}
        onDrop={stop}
      />
    );
  }
  if (work && isChecking)
    return <CheckCatalogue present={present} draft={draft} onBack={() => setIsChecking(false)} onPublished={stop} />;
  const listProps = { present, draft, canEdit, onChange: change };
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
        present={present}
        canEdit={canEdit && changes.length === 0}
        onEdit={(start) => setWork({ start, version: present.version, draft: start })}
        onCancel={(start) => {
          setWork({ start, version: present.version, draft: present.document });
          setIsChecking(true);
        }}
      />
      <VersionHistory versions={withNames(present)} />
    </div>
  );
}
