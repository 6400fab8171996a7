import type { BrowserPlugin } from '../../browser/plugin.ts'

/** The satisfaction survey: its card in the corner. */
export const survey: BrowserPlugin = {
  name: 'survey',
  overlay: () => import('./SurveyCard.tsx'),
}
