import { questionsCalls } from '#contract/calls/public/questions.ts';
import type { ShownQuestions } from '#domain/questions/questions.ts';
import { callEndpoint } from '#web/api.ts';

/** Requests the questions, for visitors who come from another page. */
export const loadQuestions = async (): Promise<ShownQuestions> =>
  (await callEndpoint(questionsCalls.getQuestions, {})).questions;
