import type { JSX } from 'react';
import { brand } from '#domain/brand.ts';
import { TextPage } from '#web/pages/text-page.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { questionGroups, type Question } from './question-groups.tsx';

/** `/faq`: three groups of questions, of which one is open at a time (spec 2, FAQ). */
export default function FaqPage(): JSX.Element {
  return (
    <TextPage
      title="Frequently Asked Questions"
      description={`How ${brand.name} works, what it costs, who benefits, and how your payment and your data are protected.`}
      path="/faq"
      lead="What people ask before they give, and after."
    >
      {questionGroups.map(({ id, title, questions }) => (
        <section key={id} id={id} aria-labelledby={`${id}-heading`}>
          <h2 id={`${id}-heading`}>{title}</h2>
          <div className="text-questions">
            {questions.map((question) => (
              <Entry key={question.question} {...question} />
            ))}
          </div>
        </section>
      ))}
      <p className="text-onward">
        <PageLink to="/terms" className="link">
          Terms of Service
        </PageLink>
        <PageLink to="/privacy" className="link">
          Privacy Policy
        </PageLink>
        <PageLink to="/contact" className="link">
          Contact Us
        </PageLink>
      </p>
    </TextPage>
  );
}

/** All entries share one name: the browser closes the open one when another is opened, with or without JavaScript. */
const Entry = ({ question, answer }: Question): JSX.Element => (
  <details name="faq">
    <summary>
      {question}
      <Icon name="chevron" />
    </summary>
    {answer}
  </details>
);
