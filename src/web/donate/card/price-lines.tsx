import type { JSX } from 'react';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';
import type { Figures } from '../figures.ts';

/** A question that a donor can ask about the figures: why this many meals, or where the money goes. */
export type Question = 'meals' | 'split';

interface PriceLinesProps {
  readonly figures: Figures;
  readonly isEmpty: boolean;
  /** Follows each total: ` per month`, or nothing. */
  readonly suffix: string;
  /** The day of the exchange rate for card payments, YYYY-MM-DD. */
  readonly rateDay: string;
  readonly notice: string;
  readonly onAsk: (question: Question) => void;
}

/** Subtotal, fee and total in the visitor's currency, what the card is charged, and the meals that the basket provides. */
export function PriceLines(props: PriceLinesProps): JSX.Element {
  const { figures, isEmpty, suffix, rateDay, notice, onAsk } = props;
  return (
    <div className="receipt-rule">
      <dl>
        <div className="price-line">
          <dt>Subtotal</dt>
          <dd>
            <Figure text={figures.subtotal} />
          </dd>
        </div>
        <FeeLine serviceFee={figures.serviceFee} onAsk={onAsk} />
        <div className="price-line price-line-total" aria-live="polite" aria-atomic="true">
          <dt>{`Total${suffix}`}</dt>
          <dd>
            <Figure text={figures.total} />
          </dd>
        </div>
      </dl>
      <ChargeLine charge={figures.charge && figures.charge + suffix} rateDay={rateDay} isEmpty={isEmpty} />
      <p className="meals-line bg-leaf-tint">
        <Figure text={figures.meals} />
      </p>
      {!isEmpty && (
        <button type="button" className="small-link mx-auto block" onClick={() => onAsk('meals')}>
          {`Why ${figures.meals.slice(2)}?` /* without `≈ ` */}
        </button>
      )}
      <PriceNotice text={notice} />
    </div>
  );
}

function FeeLine({ serviceFee, onAsk }: Pick<PriceLinesProps, 'onAsk'> & { serviceFee: string }): JSX.Element {
  const isHydrated = useIsHydrated();
  return (
    <div className="price-line">
      <dt>
        <span>Service Fee (10%)</span>{' '}
        <button type="button" className="fee-reason" disabled={!isHydrated} onClick={() => onAsk('split')}>
          Why?<span className="sr-only"> About the service fee</span>
        </button>
      </dt>
      <dd>
        <Figure text={serviceFee} />
      </dd>
    </div>
  );
}

interface ChargeLineProps {
  readonly charge: string | undefined;
  readonly rateDay: string;
  readonly isEmpty?: boolean;
}

/** Cards are charged in Canadian dollars. Visitors who see another currency are shown the exact charge (spec-readings, Money). */
export function ChargeLine({ charge, rateDay, isEmpty = false }: ChargeLineProps): JSX.Element | null {
  if (charge === undefined) return null;
  return (
    <p className="charge-line">
      {isEmpty ? (
        'Cards are charged in Canadian dollars'
      ) : (
        <Figure text={`Your card will be charged ${charge}, at the exchange rate of ${formatDay(rateDay)}`} />
      )}
    </p>
  );
}

/** Formats YYYY-MM-DD as `Nov 26, 2026`. Not with `Intl`, whose formatter would delay the prices when the currency changes. */
function formatDay(day: string): string {
  const [, date, month, year] = new Date(day).toUTCString().split(' '); // Thu, 26 Nov 2026 00:00:00 GMT
  return `${month} ${Number(date)}, ${year}`;
}

/** Says that prices have changed or the charity is gone. The live region exists before the text, so that it is announced. */
export const PriceNotice = ({ text }: { text: string }): JSX.Element => (
  <p role="status">{text !== '' && <span className="mt-4 block rounded-xl bg-tint p-4 font-bold">{text}</span>}</p>
);

/** A figure in tabular digits that fades in whenever it changes. */
export const Figure = ({ text, className = '' }: { text: string; className?: string }): JSX.Element => (
  <span key={text} className={`figure follows-country ${className}`}>
    {text}
  </span>
);
