import type { JSX, ReactNode } from 'react';
import type { SignedTreeHead } from '#domain/public-log/signed-texts.ts';
import { formatDay } from '#web/ui/format-date.ts';
import { Icon } from '#web/ui/icon.tsx';
import type { ShownKeyOwner } from './key-owner.ts';

interface ResultProps {
  readonly tone: 'holds' | 'refused';
  readonly title: string;
  readonly children: ReactNode;
}

export const Result = ({ tone, title, children }: ResultProps): JSX.Element => (
  <article className="grid gap-4 rounded-card ruled bg-white p-4 md:p-8">
    <h2 className={`flex items-center gap-2 text-2xl ${tone === 'holds' ? 'text-leaf' : 'text-danger'}`}>
      <Icon name={tone === 'holds' ? 'check' : 'warning'} />
      {title}
    </h2>
    {children}
  </article>
);

interface ValidProofProps {
  readonly keyOwner: ShownKeyOwner;
  readonly title: string;
  readonly children: ReactNode;
}

/** The result for a valid proof. What it proves is certain only if the key is ours. */
export const ValidProof = ({ keyOwner, title, children }: ValidProofProps): JSX.Element =>
  keyOwner === 'ours' ? (
    <Result tone="holds" title={title}>
      {children}
    </Result>
  ) : (
    <Result tone="refused" title="We could not check whose key this is">
      <p>
        Our server did not say which keys are ours, and anyone can sign a proof with another key. Open this page again,
        or compare the number of the key with a copy from elsewhere.
      </p>
      {children}
    </Result>
  );

export const CheckedFacts = ({ keyOwner, children }: Pick<ValidProofProps, 'keyOwner' | 'children'>): JSX.Element => (
  <List title="What was checked">
    {children}
    {keyOwner === 'ours' && <li>Our server says that this key is one of our log’s.</li>}
  </List>
);

/** Says what no check in this page can show. */
export const Limits = ({ children }: { readonly children: ReactNode }): JSX.Element => (
  <List title="What this cannot show">
    <li>That everyone is shown the same key: compare its number with one that you did not get from us.</li>
    <li>
      That this page is honest: its script comes from our server. The program tools/verify-receipt.ts checks the proof
      file without it.
    </li>
    {children}
  </List>
);

const List = ({ title, children }: { readonly title: string; readonly children: ReactNode }): JSX.Element => (
  <>
    <h3 className="text-lg">{title}</h3>
    <ul className="grid list-disc gap-2 pl-6">{children}</ul>
  </>
);

export const SignedHead = ({ head }: { readonly head: SignedTreeHead }): JSX.Element => (
  <li>
    The key {head.keyId} signed the log with {head.treeSize} {head.treeSize === 1 ? 'leaf' : 'leaves'} on{' '}
    {formatDay(new Date(head.signedAt))}.
  </li>
);

export const SameLogLimit = ({ head }: { readonly head: SignedTreeHead }): JSX.Element => (
  <li>
    That everyone sees the same log: someone else’s proof from the same time must have the same head,{' '}
    <code className="wrap-anywhere">{head.rootHash}</code>
  </li>
);
