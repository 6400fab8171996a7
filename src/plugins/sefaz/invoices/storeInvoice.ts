import { createHash } from 'node:crypto'
import { DateTime } from 'luxon'
import {
  composeInvoice,
  type InvoiceDraft,
  type InvoiceProblem,
  invoiceProblems,
  type NoteDocument,
  tellApproximateTaxes,
  writeNote,
} from '../../../domain/fiscal/core/public.ts'
import { numberIn, readApproximateRates } from '../../../domain/fiscal/public.ts'
import { formatMessage } from '../../../model/formatMessage.ts'
import { ApiError, changeRecords, type Queries, tableOf, type UnitOfWork } from '../../../server/plugin.ts'
import { signValid } from '../check/signValid.ts'
import { refuseBlocked } from '../transmission/contingency.ts'
import { passPoint } from '../transmission/crashPoints.ts'
import { noteForResume } from '../transmission/resume.ts'
import { type StoreKeys, storeKeys } from '../transmission/storeKeys.ts'
import { lastTransmission, repeatedRefusal, storeTransmission } from '../transmission/transmissions.ts'
import type { StoredMessage } from '../transmission/transmit.ts'
import { contingencyAuthority } from '../transport/contingencyAuthority.ts'
import { type HeldInvoice, holdInvoice, readInvoice } from './readInvoice.ts'

const program = 'Retaguarda'

/** The wish that a draft be issued. */
export interface InvoiceWish {
  readonly lojaId: number
  readonly nfeId: number
  /** At the virtual authority, which said that it works. */
  readonly contingencia: boolean
}

/** A document of a record, with what of it is to be sent. */
export interface StoredInvoice extends StoredMessage {
  readonly nfeId: number
}

/**
 * Stores the signed note of a draft, in one transaction, before a byte of it leaves. One that nobody has decided of is left as it is: what was sent
 * to the state's own authority is never signed anew for another one.
 */
export async function storeInvoice({ lojaId, nfeId, contingencia }: InvoiceWish, work: UnitOfWork): Promise<StoredInvoice> {
  const { q, service, caller } = work
  const held = await holdInvoice(q, lojaId, nfeId)
  passPoint('invoice-held')
  if (held.inutilizacao) throw new ApiError(400, 'nfe.is-voiding')
  if (held.situacao === 'AUTORIZADA' || held.situacao === 'CANCELADA') return { nfeId }
  const last = await lastTransmission(q, lojaId, nfeId, 'NOTA', 'NFe_emissaos')
  if (last?.estado === 'PENDENTE') return { nfeId, pending: last.id }
  await refuseBlocked(work, lojaId, 'NOTA', '55')
  await refuseVoided(q, lojaId, held)
  await refuseToldSale(q, lojaId, held)
  const { draft, store } = await readInvoice(q, lojaId, held, caller.zone)
  refuseChanged(held, draft)
  refuseIncomplete(service.model(), draft)
  const keys = await storeKeys(q, lojaId, service)
  const issued: InvoiceDraft = contingencia
    ? {
        ...draft,
        tipo_emissao: contingencyAuthority(store.uf ?? '').tpEmis,
        contingencia: { desde: momentIn(caller.zone), motivo: 'Autoridade fiscal do estado sem resposta' },
      }
    : draft
  const note = await toldNote(q, { ...issued, loja: { ...store, ambiente_fiscal: held.ambiente } })
  const { text, key } = writeNote(note)
  const impressao = fingerprintOf(text, keys)
  const again = await repeatedRefusal(q, lojaId, { register: 'NFe_emissaos', recordId: nfeId, impressao })
  if (again) throw new ApiError(400, 'nfe.same-rejection', again)
  const documento = signValid(text, keys.signing, note)
  passPoint('invoice-signed')
  const { serie, numero, ambiente } = held
  const sending = { situacao: 'PROCESSAMENTO', chave: key, cStat: null, xMotivo: null } as const
  await changeRecords(tableOf(work.model, 'NFe_emissaos'), [nfeId], sending, work, { history: false })
  const said = { register: 'NFe_emissaos', modelo: '55', tipo: 'NOTA', ambiente, chave: key, serie, numero, documento } as const
  const taken = await storeTransmission(q, lojaId, nfeId, { ...said, cnf: note.cnf, impressao, contingencia })
  await noteForResume(q, lojaId, false)
  passPoint('invoice-stored')
  return { nfeId, taken, keys }
}

/** A moment as documents tell it, with its offset. */
export const momentIn = (zone: string): string => DateTime.now().setZone(zone).toFormat("yyyy-MM-dd'T'HH:mm:ssZZ")

/** The document of a draft; a final consumer is told the approximate taxes (Lei 12.741/2012). */
export async function toldNote(q: Queries, draft: InvoiceDraft): Promise<NoteDocument> {
  const note = composeInvoice(draft, program)
  if (!draft.header.consumidor) return note
  const codes = note.produtos.map(({ ncm }) => ncm)
  return tellApproximateTaxes(note, await readApproximateRates(q, draft.loja.uf ?? '', codes)).note
}

/** All that is missing is told at once: each at its field, and together in words. */
function refuseIncomplete(model: Parameters<typeof formatMessage>[0], draft: InvoiceDraft): void {
  const problems = invoiceProblems(draft)
  const [first] = problems
  if (!first) return
  const details = problems.map(({ path, code, params = {} }) => ({ path, code, params }))
  if (problems.length === 1) throw new ApiError(400, first.code, first.params, details)
  const told = problems.map(({ code, params }: InvoiceProblem) => formatMessage(model, code, params))
  throw new ApiError(400, 'nfe.incomplete', { problems: told.join('\n') }, details)
}

/** Refuses a draft that nobody saw as it is: a store or a table of taxes that changed meanwhile asks for another look. */
function refuseChanged({ row }: HeldInvoice, { calculo, linhas }: InvoiceDraft): void {
  if (linhas.length === 0) return
  const changed = Object.entries(calculo.totals).some(([name, value]) => numberIn(row[name]) !== value)
  if (changed) throw new ApiError(400, 'nfe.changed')
}

async function refuseVoided(q: Queries, lojaId: number, { serie, numero, ambiente }: HeldInvoice): Promise<void> {
  const { rows } = await q.query(
    `SELECT 1 FROM "NFe_emissaos" WHERE "lojaId" = $1 AND inutilizacao AND modelo = 55 AND serie = $2 AND coalesce(ambiente, 2) = $3
       AND situacao IN ('PROCESSAMENTO', 'INUTILIZADA') AND $4 BETWEEN numero AND numero_final LIMIT 1`,
    [lojaId, serie, ambiente, numero],
  )
  if (rows.length > 0) throw new ApiError(400, 'nfe.number-voided', { numero })
}

/** An invoice of a sale that got a consumer's note meanwhile would tell it twice: it has to refer to that. */
async function refuseToldSale(q: Queries, lojaId: number, { row, nfeId }: HeldInvoice): Promise<void> {
  if (!row.movimentoId || row.finalidade !== 1) return
  const { rows } = await q.query(
    `SELECT 1 FROM "NFCes" n WHERE n."lojaId" = $1 AND n."movimentoId" = $3 AND n.situacao = 'AUTORIZADA' AND NOT EXISTS (
       SELECT FROM "NFe_emissaos_chaves" c WHERE c."lojaId" = $1 AND c."NFe_emissaosId" = $2 AND c.chave = n."chNFe") LIMIT 1`,
    [lojaId, nfeId, row.movimentoId],
  )
  if (rows.length > 0) throw new ApiError(400, 'nfe.sale-told')
}

/** Tells whether what was refused is still the same, of everything but the moments. */
function fingerprintOf(text: string, { fingerprint }: StoreKeys): string {
  const lasting = text
    .replace(/<dhCont>[^<]*<\/dhCont>/, '')
    .replace(/ Id="[^"]*"/, '')
    .replace(/<cDV>\d<\/cDV>/, '')
  return createHash('sha256').update(`${lasting} ${fingerprint}`).digest('hex')
}
