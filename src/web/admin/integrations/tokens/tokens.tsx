import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useState, type JSX } from 'react';
import type { ApiToken } from '#contract/admin/tokens.ts';
import { tokenCalls } from '#contract/calls/admin/tokens.ts';
import { callEndpoint } from '#web/api.ts';
import { Button } from '#web/ui/button.tsx';
import { QueryView } from '#web/ui/feedback/query-view.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { formatMoment } from '#web/ui/format-date.ts';
import { DataTable, type Column } from '#web/admin/ui/data-table.tsx';
import { StatusPill } from '#web/admin/ui/status-pill.tsx';
import { NewSecret } from '../new-secret.tsx';
import { MakeTokenDialog, RevokeTokenDialog } from './token-dialogs.tsx';

/** The action that someone is about to take, or the token that was just made. */
type Step =
  | { readonly kind: 'make' }
  | { readonly kind: 'made'; readonly token: string }
  | { readonly kind: 'revoke'; readonly token: ApiToken };

/** The API tokens that the person may revoke. A new token is shown in place of the list until it is copied. */
export function Tokens(): JSX.Element {
  const [step, setStep] = useState<Step>();
  const reload = useReloadTokens();
  const close = (): void => setStep(undefined);
  const made = step?.kind === 'made' ? step.token : undefined;
  return (
    <section aria-labelledby="tokens" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="tokens" className="text-xl">
          API tokens
        </h2>
        {made === undefined && <Button onClick={() => setStep({ kind: 'make' })}>Make a token…</Button>}
      </div>
      {made === undefined ? (
        <TokenList onRevoke={(token) => setStep({ kind: 'revoke', token })} />
      ) : (
        <NewSecret
          label="API token"
          secret={made}
          text="Copy the token now: it is not shown again. Anyone who has it can act as you."
          headingId="tokens"
          onCopied={close}
        />
      )}
      {step?.kind === 'make' && (
        <MakeTokenDialog
          onMade={(token) => {
            reload();
            setStep({ kind: 'made', token });
          }}
          onClose={close}
        />
      )}
      {step?.kind === 'revoke' && (
        <RevokeTokenDialog
          token={step.token}
          onDone={() => {
            reload();
            close();
          }}
          onClose={close}
        />
      )}
    </section>
  );
}

interface TokenListProps {
  readonly onRevoke: (token: ApiToken) => void;
}

/** Explains tokens, and lists them. */
const TokenList = ({ onRevoke }: TokenListProps): JSX.Element => (
  <>
    <p>
      A program with your token can do what your role allows, except what you have to do in person: approve, publish,
      send newsletters, close months, mark payouts as paid or returned, and change bank accounts, the team, webhooks,
      tokens and your account. What it can call is in the{' '}
      <a href="/api/openapi.json" className="link">
        OpenAPI document
      </a>
      .
    </p>
    <QueryView
      query={useTokens()}
      loading={<Spinner label="Loading the tokens…" />}
      failure="We couldn't load the tokens."
    >
      {(tokens) => (
        <DataTable
          caption="API tokens"
          columns={columnsWith(onRevoke)}
          rows={tokens}
          keyOf={({ id }) => id}
          empty="There are no tokens."
        />
      )}
    </QueryView>
  </>
);

const tokensKey = ['admin', 'tokens'] as const;

const useTokens = (): UseQueryResult<ApiToken[]> =>
  useQuery({
    queryKey: tokensKey,
    queryFn: ({ signal }) => callEndpoint(tokenCalls.listTokens, { signal }),
    staleTime: 0,
  });

/** Returns a function that reloads the tokens. */
function useReloadTokens(): () => void {
  const cache = useQueryClient();
  return () => void cache.invalidateQueries({ queryKey: tokensKey });
}

const columnsWith = (onRevoke: (token: ApiToken) => void): readonly Column<ApiToken>[] => [
  { name: 'Name', cell: ({ name }) => <span className="break-words">{name}</span> },
  { name: 'Person', cell: ({ username, isOwn }) => (isOwn ? 'You' : username) },
  {
    name: 'Works until',
    cell: ({ expiresAt, isValid }) =>
      isValid ? formatMoment(new Date(expiresAt)) : <StatusPill tone="attention">Ended</StatusPill>,
  },
  { name: 'Last used', cell: ({ lastUsedAt: at }) => (at === null ? 'Never' : formatMoment(new Date(at))) },
  {
    name: 'Actions',
    cell: (token) => (
      <Button tone="quiet" onClick={() => onRevoke(token)}>
        Revoke…
      </Button>
    ),
  },
];
