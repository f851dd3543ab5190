import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { snacksKey, type LeavePage } from '#web/donate/index.ts';
import { PaymentFlow, type Progress } from './payment-flow.ts';
import type { Payment } from './payment.ts';
import { useSession, type SessionState } from './use-session.ts';

/** Everything that the page shows and does about paying. */
export interface PayPalPayment {
  readonly session: SessionState;
  readonly progress: Progress;
  /** The text of the alert that stands, if one does (spec 8, PayPal). */
  readonly alertText: string | undefined;
  readonly closeAlert: () => void;
  readonly pay: () => void;
  readonly finish: () => void;
}

/** Brings PayPal's script and the way of a payment together. */
export function usePayment(payment: Payment, leavePage: LeavePage): PayPalPayment {
  const [flow] = useState(() => new PaymentFlow(leavePage));
  const { progress, alert } = useSyncExternalStore(flow.subscribe, flow.read);
  const { state: session, renew } = useSession(payment.currency, flow.listener);
  const [isFailureSeen, setIsFailureSeen] = useState(false);
  const queryClient = useQueryClient();
  useEffect(() => {
    // A page that the back button brings back as it was still has the state of its last moment.
    const wakeUp = ({ persisted }: PageTransitionEvent): void => void (persisted && flow.reset());
    window.addEventListener('pageshow', wakeUp);
    return () => window.removeEventListener('pageshow', wakeUp);
  }, [flow]);

  const failure = session.status === 'failed' && !isFailureSeen ? session.sentence : undefined;
  const closeAlert = (): void => {
    setIsFailureSeen(true);
    flow.closeAlert();
    if (alert?.source === 'paypal') renew();
    if (alert?.source === 'outdated') void queryClient.invalidateQueries({ queryKey: snacksKey });
  };
  const pay = (): void => {
    if (session.status === 'ready') void flow.start(session.session, payment);
  };
  return { session, progress, alertText: alert?.text ?? failure, closeAlert, pay, finish: () => void flow.finish() };
}
