import * as z from 'zod';
import type { DocumentKind } from '#domain/publishing/document-kind.ts';
import type { Counters } from '#domain/report/counters.ts';

const counters = z.object({ isOn: z.boolean() });

/** The counters of the home page, as a kind of document that staff publish in versions. They are hidden until staff show them. */
export const countersKind: DocumentKind<Counters> = {
  name: 'counters',
  title: 'counters of the home page',
  standard: { isOn: false },
  parse: (stored) => counters.parse(stored),
  factsOf: ({ isOn }) => new Map([['counters', isOn ? 'shown' : 'hidden']]),
};
