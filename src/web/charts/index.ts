export { BarChart, type Bar } from './bar-chart.tsx';
export { CategoryBars, type Category } from './category-bars.tsx';
export { FigureTable, CollapsibleFigures, type FigureRow } from './figure-table.tsx';
