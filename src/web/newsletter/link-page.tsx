import { useLayoutEffect, useRef, useState, type JSX } from 'react';
import { PageHead } from '#web/layout/page-head.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { FieldProblem } from '#web/ui/field-problem.tsx';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';
import type { LinkOutcome, LinkPurpose } from './answer-link.ts';

interface LinkWords {
  readonly title: string;
  readonly text: string;
}

interface LinkPageProps {
  readonly purpose: LinkPurpose;
  /** The token of the link; `undefined` as long as the page does not know its address, empty when there is none in it. */
  readonly token: string | undefined;
  readonly words: LinkWords & {
    readonly path: string;
    readonly button: string;
    readonly done: LinkWords;
    readonly invalid: LinkWords;
  };
}

/** A page for a link out of a mail: asks for one press, and says what came of it. Search engines stay out. */
export function LinkPage({ purpose, token, words }: LinkPageProps): JSX.Element {
  const [outcome, setOutcome] = useState<LinkOutcome>();
  const code = token === '' ? 'invalid' : outcome?.code;
  const isOver = code === 'done' || code === 'invalid';
  const { title, text } = isOver ? words[code] : words;
  const headingRef = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (outcome && outcome.code !== 'failed') headingRef.current?.focus(); // the button that had the focus is gone
  }, [outcome]);
  return (
    <>
      <PageHead title={words.title} description={words.text} path={words.path} isIndexed={false} />
      <section className="mx-auto grid max-w-reading grid-cols-1 justify-items-center gap-4 px-4 py-16 text-center md:py-24">
        <img src={pictures[code ?? 'failed']} alt="" width="200" height="150" className="h-auto w-50" />
        <h1 ref={headingRef} tabIndex={-1} className="text-4xl wrap-anywhere">
          {title}
        </h1>
        <p className="text-lg text-balance text-muted">{text}</p>
        {isOver ? (
          <ButtonLink to="/">Back to Home</ButtonLink>
        ) : (
          <AnswerButton purpose={purpose} token={token} label={words.button} onOutcome={setOutcome} />
        )}
        <FieldProblem sentence={outcome?.code === 'failed' ? outcome.sentence : undefined} />
        <noscript>
          <p className="rounded-xl bg-tint p-4">This page needs JavaScript.</p>
        </noscript>
      </section>
    </>
  );
}

const pictures = { done: '/art/bowl.svg', invalid: '/art/broken-biscuit.svg', failed: '/art/loaf.svg' } as const;

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
    const outcome = await ask(purpose, token);
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

/** What calls the server is loaded when it is needed: the page itself is mere text. */
async function ask(purpose: LinkPurpose, token: string): Promise<LinkOutcome> {
  try {
    return await (await import('./answer-link.ts')).answerLink(purpose, token);
  } catch {
    return { code: 'failed', sentence: 'We could not reach the server. Please try again.' };
  }
}
