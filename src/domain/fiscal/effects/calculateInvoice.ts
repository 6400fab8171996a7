import { dayOf } from '../../../base/dates.ts'
import { recordsIn } from '../../../base/record.ts'
import { type DataRow, type Effect, requireStore, validationError } from '../../../server/domain.ts'
import { findTaxClass, type NoteHeader } from '../core/public.ts'
import { calculateDraft, excessOf } from '../drafts/calculateDraft.ts'
import { fillFromProducts } from '../drafts/fillFromProducts.ts'
import { draftText, isBlank, mergeDraftRows, numberIn, stays } from '../drafts/mergeDraftRows.ts'
import { type DraftGround, readDraftGround } from '../drafts/readDraftGround.ts'
import { readTaxClasses } from '../rates/readTaxClasses.ts'

/** Amounts of the whole invoice that are spread over its items. */
const spread = ['total_desconto', 'total_frete', 'total_seguro', 'total_outro'] as const

/** The taxes of an outgoing invoice are the server's: what a browser worked out meanwhile does not count, unless the invoice is worked out by hand. */
export const calculateInvoice: Effect = {
  async before({ before, body, work }) {
    const lojaId = requireStore(work.caller)
    const rows = mergeDraftRows(body.itens, recordsIn(before?.itens))
    if (!rows) return undefined
    const record = { ...before, ...body }
    const ground = await readDraftGround(work.q, lojaId, numberIn(record.destinatarioId))
    await fillFromProducts(work.q, lojaId, rows, ground)
    for (const row of rows.filter(stays))
      if (isBlank(row.cred_sn_alq) && ground.regime !== 3) row.cred_sn_alq = ground.cred_sn_alq
    const header = headerOf(record, ground, work.caller.zone)
    const classes = rows.map(row => draftText(row.ibscbs_cclasstrib) || '000001')
    const findClass =
      ground.regime === 3 ? await readTaxClasses(work.q, { emitida_em: header.emitida_em, modelo: '55', classes }) : findTaxClass
    const manual = record.calculo_manual === true
    const worked = calculateDraft({ header, manual, rows }, findClass)
    const excess = excessOf(worked.totals)
    if (excess) throw validationError([{ path: excess, code: 'nfe.too-large' }])
    if (worked.rows.length > 0) body.itens = worked.rows
    const { total_desconto, total_frete, total_seguro, total_outro, ...kept } = worked.totals
    // By hand, what is given off or added stands at the items; else the amounts of the whole invoice are what somebody typed.
    if (manual) Object.assign(body, { total_desconto, total_frete, total_seguro, total_outro })
    return kept
  },
}

function headerOf(record: DataRow, ground: DraftGround, zone: string): NoteHeader {
  const moment = draftText(record.emitida_em)
  const issued = Number.isNaN(Date.parse(moment)) ? new Date() : new Date(moment)
  const registration = numberIn(record.identificador_ie_dest)
  return {
    emitida_em: dayOf(issued.toISOString(), zone),
    regime: ground.regime,
    uf_emitente: ground.uf,
    uf_destinatario: ground.uf_destinatario,
    consumidor: isBlank(record.consumidor) || numberIn(record.consumidor) === 1,
    identificador_ie_dest: registration === 1 || registration === 2 ? registration : 9,
    pis_cofins_sem_icms: true,
    ...Object.fromEntries(spread.map(name => [name, numberIn(record[name])])),
  }
}
