/** How soon our support answers, as every page says it (spec 1). */
export const supportAnswersWithin = '24-48 hours';
