import type { DocumentElement } from '../../../domain/fiscal/core/public.ts'
import { readCorrection } from '../correction/readCorrection.ts'
import { readDanfe } from '../danfe/readDanfe.ts'

/** A PDF and the name under which it is kept. */
export interface NotePaper {
  readonly name: string
  readonly bytes: Uint8Array
}

/**
 * The DANFE of an NF-e as it is stored: `nfeProc`; `NFe` alone gives a draft's paper without fiscal value; with the `procEventoNFe` of its
 * cancellation it is stamped.
 *
 * @returns undefined for what is no NF-e.
 */
export async function paperOfNote(document: DocumentElement, cancellation?: DocumentElement): Promise<NotePaper | undefined> {
  const danfe = readDanfe(document, cancellation)
  if (!danfe) return undefined
  // The code that draws PDFs is loaded by the first who prints.
  const { drawDanfe } = await import('../danfe/drawDanfe.ts')
  const name = danfe.espelho ? `espelho-nfe-${danfe.serie}-${danfe.numero.replaceAll('.', '')}` : `danfe-${danfe.chave}`
  return { name: `${name}.pdf`, bytes: await drawDanfe(danfe) }
}

/** The paper of a note's correction letter; undefined where the event is none that stands, or another note's. */
export async function paperOfCorrection(document: DocumentElement, event: DocumentElement): Promise<NotePaper | undefined> {
  const paper = readCorrection(event, document)
  if (!paper) return undefined
  const { drawCorrection } = await import('../correction/drawCorrection.ts')
  return { name: `cce-${paper.chave}-${paper.sequencia}.pdf`, bytes: await drawCorrection(paper) }
}
