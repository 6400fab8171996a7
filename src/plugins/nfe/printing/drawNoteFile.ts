import { type DocumentElement, descendantsOf, elementAt, textAt } from '../../../domain/fiscal/core/public.ts'
import { drawDanfce } from '../danfce/drawDanfce.ts'
import { readDanfce } from '../danfce/readDanfce.ts'
import { drawDanfe } from '../danfe/drawDanfe.ts'
import { readDanfe } from '../danfe/readDanfe.ts'

/**
 * The paper of any note: A4 of an NF-e, roll of a consumer's note. What lies in an envelope (`enviNFe`, a distribution) is found.
 *
 * @returns undefined for what holds no note.
 */
export async function drawNoteFile(root: DocumentElement): Promise<Uint8Array | undefined> {
  const note = noteIn(root)
  if (textAt(elementAt(note, 'NFe') ?? note, 'infNFe/ide/mod') === '65') {
    const roll = note && readDanfce(note)
    return roll && drawDanfce(roll, 80)
  }
  const danfe = note && readDanfe(note)
  return danfe && drawDanfe(danfe)
}

function noteIn(root: DocumentElement): DocumentElement | undefined {
  if (root.name === 'nfeProc' || root.name === 'NFe') return root
  return descendantsOf(root, 'nfeProc')[0] ?? descendantsOf(root, 'NFe')[0]
}
