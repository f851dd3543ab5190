import { serviceFeePercent } from '#domain/donation/pricing.ts';
import { money, type Money } from '#domain/money/money.ts';

export interface MonthRow {
  readonly month: string;
  readonly donations: number;
  readonly meals: number;
  readonly amount: Money;
}

/** A region in which a part of the year's meals was served. The shares of all regions add up to 100 percent. */
export interface RegionRow {
  readonly region: string;
  readonly sharePercent: number;
  readonly meals: number;
  readonly charities: number;
}

/** A featured food bank. It has a descriptive name and is not a real organization (spec-readings, Brand). */
export interface PartnerStory {
  readonly name: string;
  readonly text: string;
}

export interface ImpactReport {
  readonly donations: number;
  readonly meals: number;
  readonly amount: Money;
  readonly countries: number;
  readonly charities: number;
  readonly volunteerHours: number;
  /** The growth since the year before. */
  readonly growthPercent: number;
  /** Only January to June, so the rows do not add up to the year. */
  readonly months: readonly MonthRow[];
  /** Meals and charities of all regions add up to those of the year. */
  readonly regions: readonly RegionRow[];
  readonly partners: readonly PartnerStory[];
  readonly goals: readonly string[];
}

const usd = (amountMinor: number): Money => money(amountMinor, 'USD');

/**
 * The report of a new installation, with the figures of the specification (spec 3, Static report data). The figures are an
 * illustrative example. The page and the PDF both say so with `illustrativeNote`.
 */
export const impactReport: ImpactReport = {
  donations: 165_340,
  meals: 783_210,
  amount: usd(895_675_32),
  countries: 42,
  charities: 35,
  volunteerHours: 24_360,
  growthPercent: 27,
  months: [
    { month: 'January', donations: 11_240, meals: 53_180, amount: usd(60_912_45) },
    { month: 'February', donations: 11_905, meals: 56_410, amount: usd(64_480_10) },
    { month: 'March', donations: 12_630, meals: 59_760, amount: usd(68_431_75) },
    { month: 'April', donations: 12_980, meals: 61_530, amount: usd(70_305_20) },
    { month: 'May', donations: 13_410, meals: 63_490, amount: usd(72_668_90) },
    { month: 'June', donations: 13_875, meals: 65_720, amount: usd(75_140_35) },
  ],
  regions: [
    { region: 'North America', sharePercent: 38, meals: 297_620, charities: 12 },
    { region: 'Europe', sharePercent: 24, meals: 187_970, charities: 8 },
    { region: 'Middle East', sharePercent: 12, meals: 93_985, charities: 4 },
    { region: 'Africa', sharePercent: 15, meals: 117_482, charities: 7 },
    { region: 'Asia Pacific', sharePercent: 11, meals: 86_153, charities: 4 },
  ],
  partners: [
    {
      name: 'A harbor-city food bank',
      text: 'It stocks the cupboards of school kitchens. Small gifts that arrive every week let it order bread and milk ahead instead of waiting for leftovers.',
    },
    {
      name: 'A prairie food bank',
      text: 'Its van drives long rural routes. Monthly gifts pay for fuel and a cold box, so fresh vegetables reach homes two hours from a store.',
    },
  ],
  goals: [
    'Serve one million meals in a year.',
    'Work with 50 charities, more of them in Africa and Asia Pacific.',
    'Make half of all gifts monthly, so that kitchens can plan ahead.',
    `Keep the service fee at ${serviceFeePercent}%, and show how it is spent.`,
  ],
};
