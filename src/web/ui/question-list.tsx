import './question-list.css';
import type { JSX } from 'react';
import type { ShownQuestion } from '#domain/questions/questions.ts';
import { Icon } from './icon.tsx';
import { Markdown } from './markdown.tsx';

/**
 * Questions that open to show their answers. All share a name, so the browser closes the open one when another opens, even
 * without JavaScript.
 */
export const QuestionList = ({ questions }: { readonly questions: readonly ShownQuestion[] }): JSX.Element => (
  <div className="text-questions">
    {questions.map(({ question, answer }) => (
      <details key={question} name="faq">
        <summary>
          {question}
          <Icon name="chevron" />
        </summary>
        <Markdown blocks={answer} />
      </details>
    ))}
  </div>
);
