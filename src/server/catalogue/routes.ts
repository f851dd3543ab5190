import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import { constantAnswer } from '#server/http/constant-answer.ts';
import { charityAnswers, snackAnswers, type Catalogue } from './catalogue.ts';

/** `GET /api/snacks` and `GET /api/charities`: serialized once, with an ETag (design 6). */
export function catalogueRoutes(app: FastifyInstance, catalogue: Catalogue): void {
  constantAnswer(app, endpoints.listSnacks, snackAnswers(catalogue));
  constantAnswer(app, endpoints.listCharities, charityAnswers(catalogue));
}
