import type { FastifyReply } from 'fastify';
import { fileSentences } from '#contract/endpoint.ts';
import { statementSentences } from '#contract/statements.ts';
import { currentFilePrefix, currentSender } from '#server/current-words.ts';
import type { Deps } from '#server/deps.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { createDownloads } from '#server/http/files/downloads.ts';
import { sendFile, sendCompleteFile } from '#server/http/files/send-file.ts';
import { findDonationYears } from './donations-of-year.ts';
import { writeYearlyCsv } from './yearly-csv.ts';
import { readYearlyStatement } from './yearly-statement.ts';

/** A request for a donor's year. The year is still a text, as in the URL. */
export interface YearlyRequest {
  readonly donorId: string;
  readonly year: string;
  /** Identifies who downloads. Downloads of one requester cannot overlap. */
  readonly requesterId: string;
  /** Records the download, as in `SentFile`. */
  readonly record?: () => Promise<void>;
}

/** Sends a donor's donations of a year, as a PDF or as a table. A year without donations is refused. */
export interface YearlyFiles {
  sendStatement(reply: FastifyReply, request: YearlyRequest): Promise<FastifyReply>;
  sendTable(reply: FastifyReply, request: YearlyRequest): Promise<FastifyReply>;
}

export function createYearlyFiles(deps: Pick<Deps, 'db' | 'pdf' | 'config' | 'log' | 'published'>): YearlyFiles {
  const downloads = createDownloads();
  return {
    sendStatement: async (reply, { donorId, year: typed, record }) => {
      const year = readYear(typed);
      const statement = year && (await readYearlyStatement(deps.db.read, donorId, year, downloads.runExclusive));
      if (!statement) return refuse(reply);
      const sender = currentSender(deps);
      const written = await deps.pdf.writeNow({ kind: 'yearly_statement', statement, sender });
      if (written.code === 'busy') return sendRefusal(reply, 'unavailable', fileSentences.pdfBusy);
      const name = `${currentFilePrefix(deps)}-statement-${statement.year}.pdf`;
      return sendCompleteFile(reply, { name, type: 'application/pdf', content: written.file, record });
    },
    sendTable: async (reply, { donorId, year: typed, requesterId, record }) => {
      const year = readYear(typed);
      if (!year || !(await findDonationYears(deps.db.read, donorId)).includes(year)) return refuse(reply);
      const table = () => writeYearlyCsv(deps.db.read, donorId, year, downloads.runExclusive);
      const name = `${currentFilePrefix(deps)}-donations-${year}.csv`;
      return sendFile(reply, { name, type: 'text/csv', start: () => downloads.start(requesterId, table()), record });
    },
  };
}

const readYear = (text: string): number | undefined => (/^[1-9]\d{3}$/.test(text) ? Number(text) : undefined);

const refuse = (reply: FastifyReply) => sendRefusal(reply, 'not_found', statementSentences.noDonations);
