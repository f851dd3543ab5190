import type { JSX } from 'react';
import { Icon } from '../icon.tsx';

/**
 * The error of a field or a form, announced immediately. Always rendered, because screen readers announce changes of an existing
 * alert.
 */
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
