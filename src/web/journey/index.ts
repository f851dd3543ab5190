export { JourneyPart } from './journey-part.tsx';
