import type { JSX } from 'react';
import type { NewsletterStatus } from '#domain/newsletter/newsletter.ts';
import { StatusPill, type Tone } from '../ui/status-pill.tsx';

export const NewsletterPill = ({ status }: { readonly status: NewsletterStatus }): JSX.Element => {
  const [tone, text] = looks[status];
  return <StatusPill tone={tone}>{text}</StatusPill>;
};

const looks: Readonly<Record<NewsletterStatus, readonly [Tone, string]>> = {
  draft: ['neutral', 'Draft'],
  sending: ['attention', 'Sending'],
  paused: ['bad', 'Paused'],
  sent: ['good', 'Sent'],
};
