export { BarChart, type Bar } from './bar-chart.tsx';
export { CategoryBars } from './category-bars.tsx';
export { CollapsibleFigures, FigureTable } from './figure-table.tsx';
