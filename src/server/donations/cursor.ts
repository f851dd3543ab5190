import { isId } from '#server/ids.ts';

/** A place in a history, newest first: right behind the donation with this instant and id. */
export interface HistoryPlace {
  readonly donatedAt: string;
  readonly id: string;
}

/** The place before every donation: no instant of ours begins with a letter. */
export const newestPlace: HistoryPlace = { donatedAt: 'z', id: '' };

/** A place as callers carry it from one page to the next, without knowing what is in it. */
export const writeCursor = ({ donatedAt, id }: HistoryPlace): string =>
  Buffer.from(`${donatedAt} ${id}`).toString('base64url');

/** The place that a cursor names; `undefined` for a text that `writeCursor` did not write. */
export function readCursor(cursor: string): HistoryPlace | undefined {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [donatedAt = '', id = ''] = text.split(' ');
  const place = { donatedAt, id };
  const isOurs = instantShape.test(donatedAt) && isId('don', id) && writeCursor(place) === cursor;
  return isOurs ? place : undefined;
}

const instantShape = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
