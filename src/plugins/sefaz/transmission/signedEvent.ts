import { descendantsOf, textAt } from '../../../domain/fiscal/core/public.ts'
import { parseXml } from '../xml/parseXml.ts'
import { readElement } from '../xml/readElement.ts'

/** `nSeqEvento` of a signed event. */
export const sequenceOf = (documento: string): number => Number(/<nSeqEvento>(\d+)</.exec(documento)?.[1] ?? 0)

/** A text among the details of a signed event. */
export function detailIn(documento: string, name: 'xJust' | 'xCorrecao'): string {
  using document = parseXml(documento)
  return textAt(descendantsOf(readElement(document.root), 'detEvento')[0], name) ?? ''
}
