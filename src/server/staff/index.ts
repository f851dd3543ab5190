export { recordAction, recordAlone, type Actor, type ChangedValues, type RecordedAction } from './record-action.ts';
export { staffRoutes } from './routes.ts';
