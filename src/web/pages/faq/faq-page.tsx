import type { JSX } from 'react';
import { siteName } from '#web/page-settings.ts';
import { TextPage } from '#web/pages/text-page.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { questionGroups, type Question } from './question-groups.tsx';

/** `/faq`: three groups of questions; one answer is open at a time (spec 2, FAQ). */
export default function FaqPage(): JSX.Element {
  return (
    <TextPage
      title="Frequently Asked Questions"
      description={`How ${siteName()} works, what it costs, who benefits, and how we protect your payment and your data.`}
      path="/faq"
      lead="What people ask before and after they give."
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
        <Link to="/terms" className="link">
          Terms of Service
        </Link>
        <Link to="/privacy" className="link">
          Privacy Policy
        </Link>
        <Link to="/contact" className="link">
          Contact Us
        </Link>
      </p>
    </TextPage>
  );
}

/** All entries share a name, so the browser closes the open one when another opens, even without JavaScript. */
const Entry = ({ question, answer }: Question): JSX.Element => (
  <details name="faq">
    <summary>
      {question}
      <Icon name="chevron" />
    </summary>
    {answer}
  </details>
);
