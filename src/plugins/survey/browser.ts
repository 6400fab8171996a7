import type { BrowserPlugin } from '../../browser/plugin.ts'

/** The satisfaction survey: its card in the corner, and the page that sums the answers up. */
export const survey: BrowserPlugin = {
  name: 'survey',
  screen: () => import('./Summary.tsx'),
  overlay: () => import('./SurveyCard.tsx'),
}
