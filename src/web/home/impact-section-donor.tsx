import type { JSX } from 'react';
import { impactOfMeals } from '#domain/donation/meals.ts';
import { formatCount, formatCountOf } from '#domain/money/format.ts';
import type { Money } from '#domain/money/money.ts';
import { useMoneyFormat } from '#web/country/index.ts';
import { useImpact, type Impact } from '#web/impact/index.ts';
import { useUser } from '#web/session/index.ts';
import { adoptStyles } from '#web/ui/adopt-styles.ts';
import { FailedBox } from '#web/ui/feedback/failed-box.tsx';
import { Skeleton } from '#web/ui/feedback/query-view.tsx';
import rules from './impact-section-donor.css?inline';
import { ImpactIntro, ImpactStat } from './impact-stats.tsx';

adoptStyles(rules);

/** The impact of a donor's donations, with the three bars of the meals-to-impact display (spec 4). */
export default function DonorImpact(): JSX.Element {
  const { status } = useUser();
  const format = useMoneyFormat();
  const { data: impact, isError, refetch } = useImpact();
  const hasFailed = !impact && (status === 'unreachable' || isError);
  return (
    <>
      <ImpactIntro
        text={
          impact?.donationsCount ? (
            <span className="follows-country">{describeImpact(impact, format)}</span>
          ) : (
            introWithoutFigures
          )
        }
      />
      {hasFailed ? (
        <div className="impact-stats">
          <div className="impact-alone">
            <FailedBox
              text="Failed to load your impact data."
              onRetry={() => (status === 'unreachable' ? window.location.reload() : void refetch())}
            />
          </div>
        </div>
      ) : (
        <DonorStats impact={impact} />
      )}
    </>
  );
}

const introWithoutFigures = 'Every gift you make counts toward these totals.';

const describeImpact = ({ totalDonated, donationsCount }: Impact, format: (amount: Money) => string): string =>
  `You've given ${format(totalDonated)} in ${formatCountOf(donationsCount, 'donation')}. These figures are estimates, calculated the same way for every charity.`;

function DonorStats({ impact }: { readonly impact: Impact | undefined }): JSX.Element {
  if (impact?.donationsCount === 0) {
    return (
      <div className="impact-stats">
        <div className="stat impact-alone">
          <img src="/art/bowl-empty.svg" alt="" width="160" height="120" loading="lazy" className="h-auto w-40" />
          <p className="text-xl font-extrabold">No impact data yet.</p>
        </div>
      </div>
    );
  }
  const own = impact && impactOfMeals(impact.totalMeals);
  const texts = [
    ['meals', 'Meals provided', 'Each snack provides a set number of meals.'],
    ['families', 'Families helped', 'We count one family for every two meals.'],
    ['poundsOfFood', 'Pounds of food', 'We count a pound and a half of food for each meal.'],
  ] as const;
  return (
    <dl className="impact-stats" aria-busy={!own}>
      {texts.map(([kind, name, text]) => (
        <ImpactStat
          key={kind}
          name={name}
          figure={own ? formatCount(own[kind]) : <Skeleton />}
          bar={own ? <Progress percent={own.bars[kind]} label={name} /> : <Skeleton />}
          text={text}
        />
      ))}
    </dl>
  );
}

interface ProgressProps {
  /** 0 to 100. */
  readonly percent: number;
  readonly label: string;
}

const Progress = ({ percent, label }: ProgressProps): JSX.Element => (
  <div
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={Math.floor(percent)}
    className="progress"
  >
    <div className="progress-fill" style={{ transform: `scaleX(${percent / 100})` }} />
  </div>
);
