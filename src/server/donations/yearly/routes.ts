import type { FastifyInstance, FastifyReply } from 'fastify';
import { fileSentences } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { statementSentences } from '#contract/statements.ts';
import { brand } from '#domain/brand.ts';
import type { Deps } from '#server/deps.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { createDownloads } from '#server/http/files/downloads.ts';
import { sendFile } from '#server/http/files/send-file.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { findDonationYears } from './donations-of-year.ts';
import { writeYearlyCsv } from './yearly-csv.ts';
import { yearlyStatement } from './yearly-statement.ts';

/** A donor's statements: the donations of a year, for the donor's own records. */
export function statementRoutes(app: FastifyInstance, deps: Deps): void {
  const downloads = createDownloads();
  registerEndpoint(app, deps, endpoints.listStatements, async ({ user }) => ({
    years: await findDonationYears(deps.db.read, user.id),
  }));
  registerEndpoint(app, deps, endpoints.downloadYearlyStatement, async ({ params, user, reply }) => {
    const year = readYear(params.year);
    const statement = year && (await yearlyStatement(deps.db.read, user.id, year, downloads.inTurn));
    if (!statement) return refuse(reply);
    const { contactEmail } = deps.config;
    const written = await deps.pdf.writeNow({ kind: 'yearly_statement', statement, contactEmail });
    if (written.code === 'busy') return sendRefusal(reply, 'unavailable', fileSentences.pdfBusy);
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="${fileName('statement', statement.year, 'pdf')}"`)
      .send(written.file);
  });
  registerEndpoint(app, deps, endpoints.downloadYearlyTable, async ({ params, user, reply }) => {
    const year = readYear(params.year);
    if (!year || !(await findDonationYears(deps.db.read, user.id)).includes(year)) return refuse(reply);
    const table = () => writeYearlyCsv(deps.db.read, user.id, year, downloads.inTurn);
    const name = fileName('donations', year, 'csv');
    return sendFile(reply, { name, type: 'text/csv', start: () => downloads.start(user.id, table()) });
  });
}

const readYear = (text: string): number | undefined => (/^[1-9]\d{3}$/.test(text) ? Number(text) : undefined);

const refuse = (reply: FastifyReply) => sendRefusal(reply, 'not_found', statementSentences.noDonations);

const fileName = (content: string, year: number, extension: string): string =>
  `${brand.name.toLowerCase()}-${content}-${year}.${extension}`;
