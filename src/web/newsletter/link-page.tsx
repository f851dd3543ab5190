import { useLayoutEffect, useRef, useState, type JSX } from 'react';
import { PageHead } from '#web/layout/page-head.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { brokenBiscuit } from '#web/ui/feedback/broken-biscuit.ts';
import { NeedsJavaScript } from '#web/ui/feedback/needs-javascript.tsx';
import { FieldProblem } from '#web/ui/form/field-problem.tsx';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';
import type { LinkOutcome, LinkPurpose } from './answer-link.ts';

interface LinkTexts {
  readonly title: string;
  readonly text: string;
}

interface LinkPageProps {
  readonly purpose: LinkPurpose;
  /** The token of the link; `undefined` until the page is hydrated, empty when the address has none. */
  readonly token: string | undefined;
  readonly texts: LinkTexts & {
    readonly path: string;
    readonly button: string;
    readonly done: LinkTexts;
    readonly invalid: LinkTexts;
  };
}

/** The page of a mailed link: one button, then its result. Not indexed. */
export function LinkPage({ purpose, token, texts }: LinkPageProps): JSX.Element {
  const [outcome, setOutcome] = useState<LinkOutcome>();
  const code = token === '' ? 'invalid' : outcome?.code;
  const isOver = code === 'done' || code === 'invalid';
  const { title, text } = isOver ? texts[code] : texts;
  const headingRef = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (outcome && outcome.code !== 'failed') headingRef.current?.focus(); // the button that had the focus is gone
  }, [outcome]);
  return (
    <>
      <PageHead title={texts.title} description={texts.text} path={texts.path} isIndexed={false} />
      <section className="mx-auto grid max-w-reading grid-cols-1 justify-items-center gap-4 px-4 py-16 text-center md:py-24">
        <img src={pictures[code ?? 'failed']} alt="" width="200" height="150" className="h-auto w-50" />
        <h1 ref={headingRef} tabIndex={-1} className="text-4xl wrap-anywhere">
          {title}
        </h1>
        <p className="text-lg text-balance text-muted">{text}</p>
        {isOver ? (
          <ButtonLink to="/">Back to Home</ButtonLink>
        ) : (
          <AnswerButton purpose={purpose} token={token} label={texts.button} onOutcome={setOutcome} />
        )}
        <FieldProblem sentence={outcome?.code === 'failed' ? outcome.sentence : undefined} />
        <NeedsJavaScript>You need JavaScript to use this link. You can open it in another browser.</NeedsJavaScript>
      </section>
    </>
  );
}

const pictures = { done: '/art/bowl.svg', invalid: brokenBiscuit, failed: '/art/loaf.svg' } as const;

interface AnswerButtonProps {
  readonly purpose: LinkPurpose;
  readonly token: string | undefined;
  readonly label: string;
  readonly onOutcome: (outcome: LinkOutcome | undefined) => void;
}

function AnswerButton({ purpose, token = '', label, onOutcome }: AnswerButtonProps): JSX.Element {
  const isHydrated = useIsHydrated();
  const [isAnswering, setIsAnswering] = useState(false);
  async function answer(): Promise<void> {
    setIsAnswering(true);
    onOutcome(undefined);
    const outcome = await sendAnswer(purpose, token);
    setIsAnswering(false);
    onOutcome(outcome);
  }
  return (
    <Button
      size="large"
      className="max-w-full wrap-anywhere"
      disabled={!isHydrated}
      aria-busy={isAnswering}
      onClick={() => !isAnswering && void answer()}
    >
      {label}
    </Button>
  );
}

/** Loads the code that calls the server only when it is needed. */
async function sendAnswer(purpose: LinkPurpose, token: string): Promise<LinkOutcome> {
  try {
    return await (await import('./answer-link.ts')).answerLink(purpose, token);
  } catch {
    return { code: 'failed', sentence: "We couldn't reach the server. Please try again." };
  }
}
