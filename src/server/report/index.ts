export { reportRoutes } from './routes.ts';
export { firstUnwrittenDay, rebuildDonationDays, writeDonationDays } from './days/write-donation-days.ts';
export { exampleFiguresKind } from './example/figures-kind.ts';
export { countersKind } from './figures/counters-kind.ts';
export { createFiguresReader, type FiguresReader } from './figures/figures-reader.ts';
export { keepFresh } from './figures/keep-fresh.ts';
export { yearsKind } from './years/years-kind.ts';
export { createYearsReader, type YearsReader } from './years/years-reader.ts';
