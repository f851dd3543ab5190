import type { JSX } from 'react';
import { questionGroups, titleOfGroup, withName, type ShownQuestions } from '#domain/questions/questions.ts';
import { shownStandardQuestions } from '#domain/questions/standard-questions.ts';
import { usePageData } from '#web/page-data.ts';
import { siteName } from '#web/page-settings.ts';
import { TextPage } from '#web/pages/text-page.tsx';
import { Link } from '#web/ui/link.tsx';
import { QuestionList } from '#web/ui/question-list.tsx';

/** `/faq`: three groups of questions; one answer is open at a time (spec 2, FAQ). */
export default function FaqPage(): JSX.Element {
  const questions = usePageData({
    address: '/faq',
    isData: isShownQuestions,
    standard: shownStandardQuestions(),
    load,
  });
  const named = withName(questions, siteName());
  return (
    <TextPage
      title="Frequently Asked Questions"
      description={`How ${siteName()} works, what it costs, who benefits, and how we protect your payment and your data.`}
      path="/faq"
      lead="What people ask before and after they give."
    >
      {questionGroups.map((group) => (
        <section key={group} id={group} aria-labelledby={`${group}-heading`}>
          <h2 id={`${group}-heading`}>{titleOfGroup(group, siteName())}</h2>
          <QuestionList questions={named[group]} />
        </section>
      ))}
      <p className="text-onward">
        <Link to="/transparency" className="link">
          Transparency
        </Link>
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

const isShownQuestions = (data: object): data is ShownQuestions => questionGroups.every((group) => group in data);

const load = async (): Promise<ShownQuestions> => (await import('./load-questions.ts')).loadQuestions();
