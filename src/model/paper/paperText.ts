import { tidyBlanks, truncate } from '../../base/text.ts'

/** Letters of one text on a paper: more would fill pages with what nobody reads. */
const longestText = 2000

/** A text as a paper shows it: without signs that nobody sees, within its length. */
export function paperText(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = String(value)
    .slice(0, longestText * 2)
    .normalize('NFC')
  const clean = tidyBlanks(text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n]/gu, ' ')).trim()
  return truncate(clean, longestText)
}
