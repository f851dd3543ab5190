/** The API version that the sandbox speaks, and that its events carry. */
export const apiVersion = '2026-10-28.endive';
