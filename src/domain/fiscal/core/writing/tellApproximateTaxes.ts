import { type ApproximateRates, approximateTaxes } from '../calculation/approximateTaxes.ts'
import type { NoteDocument } from './noteDocument.ts'

/** A note that tells its taxes, and the last day of the table where that is over. */
export interface ToldTaxes {
  readonly note: NoteDocument
  readonly vencida_em: string | undefined
}

/** The note with its approximate taxes (Lei 12.741/2012): on each item, and as the first line of its additional information. */
export function tellApproximateTaxes(note: NoteDocument, ratesOf: (ncm: string) => ApproximateRates | undefined): ToldTaxes {
  const { itens, texto, vencida_em } = approximateTaxes(
    note.produtos.map(({ ncm }, at) => ({
      valor_item: note.calculo.items[at]?.valor_item ?? 0,
      origem: note.itens[at]?.origem ?? '0',
      rates: ratesOf(ncm),
    })),
    note.header.emitida_em,
  )
  const lines = [texto, note.informacao_adicional ?? ''].filter(line => line !== '')
  return {
    note: {
      ...note,
      produtos: note.produtos.map((product, at) => ({ ...product, total_tributos: itens[at] })),
      informacao_adicional: lines.length === 0 ? undefined : lines.join('\n'),
    },
    vencida_em,
  }
}
