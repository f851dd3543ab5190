export { MonthlyGifts } from './monthly-gifts.tsx';
