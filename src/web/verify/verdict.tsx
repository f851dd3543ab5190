import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState, type JSX } from 'react';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { checkProof, readProofFile, type ProofResult } from './check-proof.ts';
import { PayoutVerdict } from './payout-verdict.tsx';
import { readLink } from './proof-link.ts';
import { IncludedVerdict, PromisedVerdict } from './receipt-verdicts.tsx';
import { Result } from './result.tsx';
import { findKeyOwner, type ShownKeyOwner } from './key-owner.ts';

/** The result of checking a proof. `source` is the hash of a link, or a file. */
export default function Verdict({ source }: { readonly source: string | File }): JSX.Element {
  const cache = useQueryClient();
  const [checked, setChecked] = useState<{ readonly source: string | File; readonly result: CheckOutcome }>();
  useEffect(() => {
    let isWanted = true;
    void check(cache, source).then((result) => isWanted && setChecked({ source, result }));
    return () => {
      isWanted = false;
    };
  }, [cache, source]);
  const result = checked?.source === source ? checked.result : undefined; // never that of an earlier proof
  switch (result?.code) {
    case undefined:
      return <Spinner label="Checking the proof…" />;
    case 'unsupported':
      return (
        <Result tone="refused" title="Your browser cannot check this here">
          <p>It offers no cryptography on this page. Open the page at an address that begins with https.</p>
        </Result>
      );
    case 'refused':
      return (
        <Result tone="refused" title="This proof does not hold">
          <p>{problems[result.problem]}</p>
          <p>Download the proof again. If it still does not hold, please write to us.</p>
        </Result>
      );
    case 'included':
      return <IncludedVerdict {...result} />;
    case 'promised':
      return <PromisedVerdict {...result} />;
    case 'covered':
      return <PayoutVerdict {...result} />;
  }
}

type CheckOutcome =
  | Extract<ProofResult, { readonly code: 'unsupported' | 'refused' }>
  | { readonly code: 'refused'; readonly problem: 'too_large' | 'not_a_proof' | 'foreign_key' }
  | (Exclude<ProofResult, { readonly code: 'unsupported' | 'refused' }> & {
      readonly keyOwner: ShownKeyOwner;
    });

/** Checks a proof, and then whether its key is ours. */
async function check(cache: QueryClient, source: string | File): Promise<CheckOutcome> {
  if (typeof source !== 'string' && source.size > proofBytesMax) return { code: 'refused', problem: 'too_large' };
  const proof = typeof source === 'string' ? readLink(source) : await readProofFile(source);
  if (!proof) return { code: 'refused', problem: 'not_a_proof' };
  const result = await checkProof(proof);
  if (result.code === 'refused' || result.code === 'unsupported') return result;
  const keyOwner = await findKeyOwner(cache, 'payout' in proof ? proof.payout.publicKey : proof.publicKey);
  return keyOwner === 'foreign' ? { code: 'refused', problem: 'foreign_key' } : { ...result, keyOwner };
}

/** Proofs have 1 to 10 kB: their hashes grow with the logarithm of the number of leaves. */
const proofBytesMax = 100_000;

const problems = {
  too_large: 'This file is too large. A proof has only a few kilobytes.',
  not_a_proof: 'This is not the proof of a receipt or a payout, or a part of it is missing.',
  entry_unreadable: 'It does not say what was donated or paid out.',
  field_malformed: 'A part of it is damaged.',
  key_of_other_id: 'The key in it is not the one that it names.',
  signature_wrong: 'The signature does not match: something in it was changed, or it was not signed with this key.',
  not_in_tree: 'What it says is not what is in the log: the amount, the charity or something else was changed.',
  not_covered: 'The payout does not name this donation: something was changed, or another payout names it.',
  other_payee: 'The payout went to a different charity than the donation, or was in a different currency.',
  foreign_key:
    'It is signed with a key that is not one of ours. Someone else made it, or it is from before our log was restored from a backup.',
} as const;
