import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { AdminQuestionsResponse } from '#contract/admin/questions.ts';
import { adminQuestionsCalls } from '#contract/calls/admin/questions.ts';
import { callEndpoint } from '#web/api.ts';

const questionsKey = ['admin', 'questions'] as const;

export const useAdminQuestions = (): UseQueryResult<AdminQuestionsResponse> =>
  useQuery({
    queryKey: questionsKey,
    queryFn: ({ signal }) => callEndpoint(adminQuestionsCalls.getAdminQuestions, { signal }),
    staleTime: 0,
  });

export function useReloadQuestions(): () => Promise<void> {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: questionsKey });
}
