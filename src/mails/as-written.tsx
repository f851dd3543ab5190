import { Text } from '@react-email/components';
import type { ReactNode } from 'react';
import { mailStyle } from './mail-style.ts';

/** What a person wrote, with its lines and spaces: breaks are elements, since some mail programs join lines. */
export function AsWritten({ text }: { readonly text: string }) {
  return (
    <Text data-as-written="" style={mailStyle.written}>
      {text.split(/\r\n|\r|\n/).flatMap(withBreakBefore)}
    </Text>
  );
}

const withBreakBefore = (line: string, number: number): ReactNode[] =>
  number === 0 ? [line] : [<br key={number} />, line];
