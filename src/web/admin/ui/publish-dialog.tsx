import type { UseQueryResult } from '@tanstack/react-query';
import { useState, type JSX, type ReactNode } from 'react';
import * as z from 'zod/mini';
import type { PublishedVersionResponse } from '#contract/admin/publishing.ts';
import { reason } from '#contract/admin/reason.ts';
import { ApiError } from '#web/api.ts';
import { failureText } from '#web/api-error.ts';
import { QueryView } from '#web/ui/feedback/query-view.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { ActionDialog } from './action-dialog.tsx';

type Changes = PublishedVersionResponse['changes'];

/** The part of a request to publish that comes besides the document. */
interface Basis {
  readonly basedOn: number;
  readonly reason: string;
}

interface PublishDialogProps<Preview extends { readonly changes: Changes }> {
  readonly title: string;
  /** Says what publishing does. */
  readonly effect: string;
  /** The number of the newest version, as the page knows it, and all versions, newest first. */
  readonly version: number;
  readonly history: readonly PublishedVersionResponse[];
  /** The comparison with the newest version. */
  readonly preview: UseQueryResult<Preview>;
  readonly publish: (basis: Basis) => Promise<unknown>;
  /** Reloads the newest version. */
  readonly reload: () => Promise<void>;
  readonly onDone: () => void;
  readonly onClose: () => void;
  /** Renders what donors would see. */
  readonly children?: (preview: Preview) => ReactNode;
}

/**
 * Shows what would change, and publishes it. If someone else has published in the meantime, the dialog stays open with the
 * server's sentence, shows their changes and compares with their version, so that the person can decide to publish anyway.
 */
export function PublishDialog<Preview extends { readonly changes: Changes }>({
  title,
  effect,
  version,
  history,
  preview,
  publish,
  reload,
  onDone,
  onClose,
  children,
}: PublishDialogProps<Preview>): JSX.Element {
  const [seenVersion] = useState(version);
  async function run({ reason: why }: { readonly reason: string }): Promise<void> {
    try {
      await publish({ basedOn: version, reason: why });
    } catch (problem) {
      if (problem instanceof ApiError && problem.code === 'version_outdated') await reload();
      throw problem;
    }
    await reload();
  }
  return (
    <ActionDialog
      isOpen
      title={title}
      schema={reasonOnly}
      action="Publish"
      busyText="Publishing…"
      run={run}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{effect}</p>
      {history
        .filter((one) => one.version > seenVersion)
        .map((one) => (
          <section key={one.version} aria-label={`Version ${one.version}`}>
            <p className="font-bold">{`${one.publishedBy} has changed in version ${one.version}:`}</p>
            <ChangeList changes={one.changes} />
          </section>
        ))}
      {version > seenVersion && <p className="font-bold">Your version changes:</p>}
      <QueryView
        query={preview}
        loading={<Spinner label="Comparing…" />}
        failure={preview.error ? failureText(preview.error) : ''}
      >
        {(compared) => (
          <>
            <ChangeList changes={compared.changes} />
            {children?.(compared)}
          </>
        )}
      </QueryView>
    </ActionDialog>
  );
}

const reasonOnly = z.object({ reason });

const ChangeList = ({ changes }: { readonly changes: Changes }): JSX.Element =>
  changes.length === 0 ? (
    <p>Nothing changes.</p>
  ) : (
    <ul className="list-disc pl-6">
      {changes.map(({ name, before, after }) => (
        <li key={name} className="wrap-anywhere">{`${name}: ${before ?? 'none'} → ${after ?? 'none'}`}</li>
      ))}
    </ul>
  );
