import { lazy, useRef, useState, type ChangeEvent, type JSX } from 'react';
import { useVisit } from '#web/app-router.tsx';
import { PageHead } from '#web/layout/page-head.tsx';
import { Button } from '#web/ui/button.tsx';
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx';
import { Link } from '#web/ui/link.tsx';
import { NeedsJavaScript } from '#web/ui/feedback/needs-javascript.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';
import { prefetchKeys } from './key-owner.ts';

const title = 'Check a receipt or a payout';
const description = 'Check the proof of a receipt or a payout in your browser. It is sent nowhere.';

export const prefetch = prefetchKeys;

/**
 * `/verify#{proof}`: checks a proof in the browser: of a receipt, from the link or a file, or of a payout, from a file (decisions
 * 0148 and 0150).
 */
export default function VerifyPage(): JSX.Element {
  const isHydrated = useIsHydrated();
  const { hash } = useVisit();
  const [chosen, setChosen] = useState<{ readonly file: File | undefined; readonly hash: string }>();
  const file = chosen?.hash === hash ? chosen.file : undefined; // a link that is opened later is checked instead
  const hasLink = isHydrated && hash.length > 1;
  return (
    <>
      <PageHead title={title} description={description} path="/verify" isIndexed={false} />
      <section className="mx-auto grid max-w-reading grid-cols-1 gap-6 px-4 py-12 md:px-6 md:py-16">
        <h1 className="text-4xl">{title}</h1>
        <p className="text-lg text-muted">
          Every donation and every payout to a charity is in our public log, where no one can change it unnoticed. This
          page checks in your browser that a receipt is in the log, or that a payout names a donation. It sends the
          proof nowhere. When it loads, it asks our server for the keys of the log.
        </p>
        <NeedsJavaScript>
          You need JavaScript to check a proof here. A proof file can be checked without this page too.
        </NeedsJavaScript>
        <div aria-live="polite">
          {(file ?? hasLink) && (
            <LazyPart loading={<Spinner label="Checking the proof…" />}>
              <Verdict source={file ?? hash} />
            </LazyPart>
          )}
        </div>
        <Link to="/transparency" className="link justify-self-start">
          What was received and paid out in all
        </Link>
        <FileField isHydrated={isHydrated} onFile={(one) => setChosen({ file: one, hash })} />
      </section>
    </>
  );
}

const Verdict = lazy(() => import('./verdict.tsx'));

interface FileFieldProps {
  readonly isHydrated: boolean;
  readonly onFile: (file: File | undefined) => void;
}

function FileField({ isHydrated, onFile }: FileFieldProps): JSX.Element {
  const inputRef = useRef<HTMLInputElement>(null);
  return (
    <div className="grid justify-items-start gap-2">
      <Button
        tone="secondary"
        disabled={!isHydrated}
        aria-describedby="proof-file-hint"
        onClick={() => inputRef.current?.click()}
      >
        Check a proof file
      </Button>
      <input
        ref={inputRef}
        type="file"
        accept="application/json,.json"
        aria-label="Proof file"
        hidden
        onChange={({ target }: ChangeEvent<HTMLInputElement>) => {
          onFile(target.files?.[0]);
          target.value = ''; // so that the same file can be chosen again after it has changed
        }}
      />
      <p id="proof-file-hint" className="text-sm text-muted">
        The proof of a receipt is attached to the receipt that we emailed. You get the proof of a payout where you
        follow your donation. The names of both end in “proof.json”.
      </p>
    </div>
  );
}
