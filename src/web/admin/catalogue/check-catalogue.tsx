import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type JSX } from 'react';
import * as z from 'zod/mini';
import type { AdminCatalogueResponse } from '#contract/admin/catalogue.ts';
import { publishingSentences } from '#contract/admin/publishing.ts';
import { reason } from '#contract/admin/reason.ts';
import { catalogueCalls } from '#contract/calls/admin/catalogue.ts';
import { offered, type CatalogueDocument } from '#domain/catalogue/catalogue.ts';
import { formatCountOf } from '#domain/money/format.ts';
import { ApiError, callEndpoint } from '#web/api.ts';
import { failureText } from '#web/api-error.ts';
import { hasSessionEnded } from '#web/session/index.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldProblem } from '#web/ui/form/field-problem.tsx';
import { TextAreaField, TextField } from '#web/ui/form/fields.tsx';
import { SaveButton } from '#web/ui/form/save-button.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { formatMoment } from '#web/ui/format-date.ts';
import { SnackFace } from '#web/ui/snacks/snack-face.tsx';
import { showToast } from '#web/ui/toast/toast.ts';
import { monthlyDonationsTo } from './charity-list.tsx';
import { describeChanges, showPrice } from './describe-changes.ts';
import { uploadedPicture } from './snack-pictures.ts';
import { useReloadCatalogue } from './use-catalogue.ts';

interface CheckCatalogueProps {
  readonly current: AdminCatalogueResponse;
  readonly draft: CatalogueDocument;
  /** When the draft should apply, as an instant, until the person chooses otherwise; `undefined` means now. */
  readonly startsAt?: string | undefined;
  readonly onBack: () => void;
  readonly onPublished: () => void;
}

/** Shows what donors will see and what changes, and publishes the draft. */
export function CheckCatalogue({ current, draft, startsAt, onBack, onPublished }: CheckCatalogueProps): JSX.Element {
  const changes = describeChanges(current.document, draft);
  const headingRef = useRef<HTMLHeadingElement>(null);
  useEffect(() => headingRef.current?.focus(), []);
  return (
    <section aria-labelledby="check-heading" className="catalogue">
      <div>
        <h2 ref={headingRef} id="check-heading" tabIndex={-1}>
          Check before you publish
        </h2>
        <h3 id="check-changes">What changes</h3>
        {changes.length === 0 ? (
          <p>Donors see no change.</p>
        ) : (
          <ul className="catalogue-changes" aria-labelledby="check-changes">
            {changes.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        )}
        <StoppedDonations current={current} draft={draft} />
      </div>
      <DonorView draft={draft} />
      <PublishForm current={current} draft={draft} startsAt={startsAt} onBack={onBack} onPublished={onPublished} />
    </section>
  );
}

/** Says what happens to monthly donations to charities that are about to be retired. */
function StoppedDonations({ current, draft }: Pick<CheckCatalogueProps, 'current' | 'draft'>): JSX.Element[] {
  const before = new Set(offered(current.document.charities).map(({ id }) => id));
  return draft.charities
    .map(({ id, name, isRetired }) => ({ id, name, count: isRetired ? monthlyDonationsTo(id, current) : 0 }))
    .filter(({ id, count }) => before.has(id) && count > 0)
    .map(({ id, name, count }) => (
      <p key={id} className="mt-3 font-bold">
        {`${name} has ${formatCountOf(count, 'monthly donation')}. Their donors are asked to choose another charity, and are not charged until they do.`}
      </p>
    ));
}

/** The snack cards and the charities as donors will see them. */
const DonorView = ({ draft }: Pick<CheckCatalogueProps, 'draft'>): JSX.Element => (
  <div>
    <h3 id="check-snacks">Snacks as donors see them</h3>
    <p className="catalogue-note">In US dollars. Donors see prices in their own currency.</p>
    <ul className="snack-grid" aria-labelledby="check-snacks">
      {offered(draft.snacks).map(({ id, name, picture, priceMinor, meals }) => (
        <li key={id}>
          <div className="snack-card">
            <SnackFace
              name={name}
              picture={uploadedPicture(picture)}
              price={showPrice(priceMinor)}
              meals={`≈ ${formatCountOf(meals, 'meal')}`}
            />
          </div>
        </li>
      ))}
    </ul>
    <h3 id="check-charities">Charities as donors see them</h3>
    <ol className="catalogue-changes" aria-labelledby="check-charities">
      {offered(draft.charities).map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
    </ol>
  </div>
);

function PublishForm(props: CheckCatalogueProps): JSX.Element {
  const { current, startsAt, onBack } = props;
  const { failure, problems, isSubmitting, formProps } = usePublishing(props);
  return (
    <form {...formProps} className="form-fields catalogue-publish">
      <StartFields startsAt={startsAt} problem={problems['from']} />
      {current.scheduled.map(({ version, effectiveFrom }) => (
        <p key={version}>
          {`Version ${version} will apply from ${formatMoment(new Date(effectiveFrom))}. If yours applies earlier, that version is dropped. If yours applies later, it replaces that version then, and undoes every change that yours lacks.`}
        </p>
      ))}
      <TextAreaField
        id="publish-reason"
        name="reason"
        label="Reason"
        hint="Kept in the audit log and in the history."
        required
        problem={problems['reason']}
      />
      <FieldProblem sentence={failure} />
      <div className="flex flex-wrap gap-3">
        <SaveButton isSaving={isSubmitting} savingText="Publishing…">
          Publish
        </SaveButton>
        <Button tone="quiet" onClick={onBack}>
          Back to editing
        </Button>
      </div>
    </form>
  );
}

/** Publishes the draft. If someone else has published in the meantime, loads their version for the editor to show. */
function usePublishing({ current, draft, onPublished }: CheckCatalogueProps) {
  const cache = useQueryClient();
  const reload = useReloadCatalogue();
  const [failure, setFailure] = useState<string>();
  const form = useForm(publishForm, async ({ reason: why, effectiveFrom }) => {
    setFailure(undefined);
    const document = { snacks: [...draft.snacks], charities: [...draft.charities] };
    try {
      await callEndpoint(catalogueCalls.publishCatalogue, {
        body: { document, basedOn: current.version, reason: why, effectiveFrom },
      });
      onPublished();
      showToast({ title: effectiveFrom === undefined ? 'Published' : 'Scheduled' });
      await reload();
    } catch (problem) {
      if (await hasSessionEnded(cache, problem)) return { code: 'done' };
      const code = problem instanceof ApiError ? problem.code : undefined;
      if (code === 'version_outdated') await reload();
      else if (code === 'version_in_past') return { code: 'refused', problems: { from: failureText(problem) } };
      else setFailure(failureText(problem));
    }
    return { code: 'done' };
  });
  return { ...form, failure };
}

/**
 * The reason, and the time from which a version applies, which is typed in the device's time zone. The server refuses times in
 * the past.
 */
const publishForm = z.pipe(
  z.object({ when: z.enum(['now', 'later']), from: z.optional(z.string()), reason }),
  z.transform(({ when, from = '', reason: why }, context) => {
    if (when === 'now') return { reason: why };
    const instant = new Date(from);
    if (!Number.isNaN(instant.getTime())) return { reason: why, effectiveFrom: instant.toISOString() };
    context.issues.push({ code: 'custom', path: ['from'], message: publishingSentences.effectiveFrom, input: from });
    return z.NEVER;
  }),
);

/** The fields for the time from which the version applies. */
function StartFields({
  startsAt,
  problem,
}: Pick<CheckCatalogueProps, 'startsAt'> & { readonly problem: string | undefined }): JSX.Element {
  const [isLater, setIsLater] = useState(startsAt !== undefined);
  return (
    <>
      <fieldset>
        <legend>When</legend>
        <Choice value="now" label="Now" isChosen={!isLater} onChoose={() => setIsLater(false)} />
        <Choice value="later" label="At a later time" isChosen={isLater} onChoose={() => setIsLater(true)} />
      </fieldset>
      {isLater && (
        <TextField
          id="publish-from"
          name="from"
          type="datetime-local"
          step="any"
          defaultValue={startsAt === undefined ? '' : toLocalTime(startsAt)}
          label="Day and time"
          hint={`In this device’s time zone (${new Intl.DateTimeFormat().resolvedOptions().timeZone}).`}
          problem={problem}
        />
      )}
    </>
  );
}

/** Writes an instant as `datetime-local` fields do: in the device's time zone, without naming it. */
function toLocalTime(instant: string): string {
  const time = new Date(instant);
  time.setMinutes(time.getMinutes() - time.getTimezoneOffset());
  return time.toISOString().slice(0, -1);
}

interface ChoiceProps {
  readonly value: string;
  readonly label: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

const Choice = ({ value, label, isChosen, onChoose }: ChoiceProps): JSX.Element => (
  <label className="catalogue-choice">
    <input type="radio" name="when" value={value} checked={isChosen} onChange={onChoose} />
    {label}
  </label>
);
