import type { JSX } from 'react';
import { impactOfMeals } from '#domain/donation/meals.ts';
import { formatCount, formatMoney } from '#domain/money/format.ts';
import { useImpact, type Impact } from '#web/impact/index.ts';
import { useUser } from '#web/session/index.ts';
import { adoptSheet } from '#web/ui/adopt-sheet.ts';
import { FailedBox } from '#web/ui/failed-box.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import rules from './impact-section-donor.css?inline';
import { ImpactStat } from './impact-section-stat.tsx';
import { ImpactWords } from './impact-section-words.tsx';

adoptSheet(rules);

/** What a donor's own gifts come to, with the three bars of the meals-to-impact display (spec 4), in one of its four faces. */
export default function DonorImpact(): JSX.Element {
  const { status } = useUser();
  const { data: impact, isError, isFetching, refetch } = useImpact();
  const hasFailed = !impact && (status === 'unreachable' || (isError && !isFetching));
  return (
    <>
      <ImpactWords text={describeGiving(impact)} />
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

function describeGiving(impact: Impact | undefined): string {
  if (!impact || impact.donationsCount === 0) return 'Every gift you make is added up here.';
  const donations = impact.donationsCount === 1 ? '1 donation' : `${formatCount(impact.donationsCount)} donations`;
  return `You have given ${formatMoney(impact.totalDonated)} in ${donations}. The figures are estimates, counted the same way for every charity.`;
}

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
    ['meals', 'Meals provided', 'Each snack stands for a number of meals.'],
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
