import type { Queries } from '../../../server/domain.ts'
import { draftText, type NoteHeader, type NoteSource, noteItemOf, priceOut, taxLawOn } from '../core/public.ts'
import { readInvoiceContext } from '../drafts/readInvoiceContext.ts'
import { readLawRows } from '../rates/readTaxLaw.ts'

/** Of which store a source is read, for whom, and on which day of the store. */
interface Asked {
  readonly lojaId: number
  readonly destinatarioId: number
  readonly day: string
}

/**
 * A sale without a note: where the law has the price that a consumer pays hold IS, IBS and CBS, the goods are worth what is left of it, as on an NFC-e.
 * A sale with a note has the note's own values.
 */
export async function pricePaid(q: Queries, source: NoteSource, { lojaId, destinatarioId, day }: Asked): Promise<NoteSource> {
  if (source.nota) return source
  const context = await readInvoiceContext(q, lojaId, destinatarioId, day)
  const { regime, regular, uf, uf_destinatario, municipio_destinatario: municipio, ie_destinatario } = context
  const place = { day, modelo: '65' as const, regime, regular, uf: source.presenca === 1 ? uf : uf_destinatario, municipio }
  const classes = source.linhas.map(({ dados }) => draftText(dados.ibscbs_cclasstrib) || '000001')
  const law = taxLawOn(await readLawRows(q, { uf: place.uf, municipio, classes }), place)
  if (!law.priceHoldsIbsCbs) return source
  const header: NoteHeader = {
    emitida_em: day,
    regime,
    uf_emitente: uf,
    uf_destinatario: place.uf,
    consumidor: source.consumidor === 1,
    identificador_ie_dest: ie_destinatario,
    pis_cofins_sem_icms: true,
  }
  const items = source.linhas.map(line => ({
    ...noteItemOf({ ...line.dados, ...line }),
    valor_desconto: line.valor_desconto,
    valor_outro: line.valor_outro,
  }))
  const { itens, calculo } = priceOut(header, items, law)
  // Told when the draft is issued, in words.
  if (calculo.problems.length > 0) return source
  return {
    ...source,
    linhas: source.linhas.map((line, at) => ({
      ...line,
      valor_unitario: Number((itens[at]?.valor_unitario ?? line.valor_unitario).toFixed(6)),
      valores: calculo.items[at],
    })),
  }
}
