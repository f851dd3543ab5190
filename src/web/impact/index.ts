export { ImpactFigures } from './impact-figures.tsx';
export { useImpact, type Impact } from './use-impact.ts';
