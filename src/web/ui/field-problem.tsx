import type { JSX } from 'react';
import { Icon } from './icon.tsx';

/** What is wrong with a field or a form, said at once to a screen reader; nothing as long as there is nothing wrong. */
export const FieldProblem = ({ id, sentence }: { id?: string; sentence: string | undefined }): JSX.Element => (
  <p id={id} role="alert" className="field-problem">
    {sentence !== undefined && (
      <>
        <Icon name="warning" />
        <span>{sentence}</span>
      </>
    )}
  </p>
);
