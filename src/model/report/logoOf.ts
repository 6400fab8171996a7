import { foldText } from '../../base/text.ts'

/** The logo of a text: that of the first part of a text that it holds, in any case and without accents. */
export function logoOf(text: string, logos: Readonly<Record<string, string>> | undefined): string | undefined {
  const folded = foldText(text)
  return Object.entries(logos ?? {}).find(([part]) => folded.includes(foldText(part)))?.[1]
}
