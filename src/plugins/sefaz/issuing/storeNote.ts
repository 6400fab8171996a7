import { DateTime } from 'luxon'
import {
  classLines,
  composeConsumerNote,
  type NoteDocument,
  type NoteNumber,
  SaleProblem,
  tellApproximateTaxes,
} from '../../../domain/fiscal/core/public.ts'
import {
  drawNumericCode,
  readApproximateRates,
  readBenefits,
  readFiscalLimit,
  readRegime,
  readRegimeLaw,
  readTaxLaw,
} from '../../../domain/fiscal/public.ts'
import { ApiError, type NumbersOf, type Queries, type RowOf, tableOf, type UnitOfWork } from '../../../server/plugin.ts'
import { blockedSince, contingencyOf, readContingencies } from '../transmission/contingency.ts'
import { passPoint } from '../transmission/crashPoints.ts'
import { type IssuingStore, readStore } from '../transmission/readStore.ts'
import { noteForResume } from '../transmission/resume.ts'
import { openKeys, readKeys } from '../transmission/storeKeys.ts'
import { blockedUntil, repeatedRefusal, storeNoteRows } from '../transmission/transmissions.ts'
import type { StoredMessage } from '../transmission/transmit.ts'
import { readDeliveries } from './readDeliveries.ts'
import { type HeldSale, holdSale, saleOf } from './readSale.ts'
import { takeNumber } from './takeNumber.ts'
import { writeConsumerNote } from './writeConsumerNote.ts'

export const program = 'Retaguarda'

/** The wish for the note of a sale, numbered by an equipment. */
export interface NoteWish {
  readonly lojaId: number
  readonly movimentoId: number
  /** That of the sale, when nobody says. */
  readonly equipamentoId?: number | null
}

/** The sale's note: the one that is there and is not refused, or the one that was stored just now. */
export interface StoredNote extends StoredMessage {
  readonly nfceId: number
  /** The store issues without the authority: nobody waits for it now; what is said instead. */
  readonly unsent?: 'nfce.offline' | 'nfce.waiting' | 'nfce.blocked' | undefined
}

/** The last record of the sale, with the last note that was stored for it. */
interface LastRecord extends RowOf<'NFCes', 'situacao' | 'cStat'> {
  readonly nfceId: number
  readonly serie: number
  readonly numero: number
  readonly ambiente: number | null
  readonly transmission: number | null
  readonly estado: string | null
  readonly cnf: string | null
  readonly contingencia: boolean | null
}

/**
 * Stores the signed note of a sale and takes its number, in one transaction, before a byte of it leaves. A note that was refused keeps its record,
 * number and code; one that nobody has decided of is left as it is.
 */
export async function storeNote(wish: NoteWish, work: UnitOfWork): Promise<StoredNote> {
  const { q, service, caller } = work
  const { lojaId, movimentoId } = wish
  const { read, last, store, contingencies, stored, blocked } = await readForNote(q, lojaId, movimentoId)
  passPoint('sale-held')
  const sale = saleOf(read)
  if (last?.situacao === 'AUTORIZADA') return { nfceId: last.nfceId }
  const since = (await contingencyOf(q, lojaId, store, contingencies)) ?? blockedSince(blocked)
  if (last?.transmission && last.estado === 'PENDENTE') {
    const said = blocked ? 'nfce.blocked' : last.contingencia ? 'nfce.offline' : 'nfce.waiting'
    return { nfceId: last.nfceId, pending: last.transmission, unsent: since && said }
  }
  await refuseInvoiced(q, lojaId, movimentoId)
  const keys = openKeys(stored, lojaId, service)
  const again = last && isSameNumber(last, store) ? last : undefined
  const equipamentoId = wish.equipamentoId ?? sale.equipamentoId
  const written = (at: Date): string => DateTime.fromJSDate(at, { zone: caller.zone }).toFormat("yyyy-MM-dd'T'HH:mm:ssZZ")
  const now = new Date()
  const emitida_em = written(now)
  const contingencia = since
    ? { ...since, desde: written(since.desde) }
    : // A note that was handed out offline stays one, whatever had to be put right.
      again?.contingencia
      ? { desde: emitida_em, motivo: 'Sem resposta da autoridade fiscal' }
      : undefined
  const drafted: NoteNumber = { serie: 0, numero: 0, cnf: '', emitida_em, tipo_emissao: contingencia ? 9 : 1, contingencia }
  const draft = await draftNote(q, wish, store, sale, drafted)
  // The last step before the note is written: until the transaction ends, nobody else takes a number of the equipment.
  const number = again ? { serie: again.serie, numero: again.numero } : await takeNumber(q, lojaId, equipamentoId)
  passPoint('number-taken')
  const cnf = again?.cnf ?? drawNumericCode(number.numero)
  const signed = writeConsumerNote({ ...draft, ...number, cnf }, keys)
  passPoint('signed')
  if (again) await refuseRepeated(q, lojaId, again.nfceId, signed.fingerprint)
  const ambiente = store.ambiente_fiscal
  const { serie, numero } = number
  const storing = storeNoteRows(q, lojaId, {
    movimentoId,
    again: again?.nfceId,
    record: {
      movimentoId,
      equipamentoId,
      serie,
      nNF: numero,
      dhEmi: emitida_em,
      vNF: sale.valor_final,
      chNFe: signed.key,
      ambiente,
      situacao: 'PENDENTE',
      cStat: null,
      xMotivo: null,
    },
    document: {
      tipo: 'NOTA',
      ambiente,
      chave: signed.key,
      serie,
      numero,
      documento: signed.text,
      cnf,
      impressao: signed.fingerprint,
      contingencia: contingencia !== undefined,
    },
    later: since !== undefined,
  })
  const [taken] = await Promise.all([storing, noteForResume(q, lojaId, since !== undefined)])
  const { recordId: nfceId } = taken
  passPoint('note-stored')
  for (const [name, id] of [
    ['NFCes', nfceId],
    ['Movimentos', movimentoId],
    ...(again ? [] : [['equipamentos', equipamentoId] as const]),
  ] as const)
    work.changes.push({ register: tableOf(work.model, name).register, lojaId, id: `${id}` })
  return since ? { nfceId, unsent: 'nfce.offline' } : { nfceId, taken, keys }
}

/** Holds the sale and reads what its note needs, asked for at once: one way to the database and back. */
async function readForNote(q: Queries, lojaId: number, movimentoId: number) {
  const [read, last, store, contingencies, stored, blocked] = await Promise.all([
    holdSale(q, lojaId, movimentoId),
    lastRecord(q, lojaId, movimentoId),
    readStore(q, lojaId),
    readContingencies(q, lojaId),
    readKeys(q, lojaId),
    blockedUntil(q, lojaId, 'NOTA'),
  ])
  return { read, last, store, contingencies, stored, blocked }
}

/** The note without its number: everything that can be read and worked out before that is taken. */
export async function draftNote(
  q: Queries,
  { lojaId, movimentoId }: NoteWish,
  store: IssuingStore,
  sale: HeldSale,
  drafted: NoteNumber,
): Promise<NoteDocument> {
  const day = drafted.emitida_em.slice(0, 10)
  const uf = store.uf ?? ''
  const own = await readRegime(q, lojaId, day)
  const { classes: classLaw, tips } = await readRegimeLaw(q, own, { day, uf, contrato: sale.contrato })
  const linhas = classLines(sale.linhas, classLaw)
  const classes = [...linhas.map(line => line.ibscbs_cclasstrib), tips.classe ?? '']
  const codes = linhas.map(line => (line.ncm ?? '').slice(0, 8))
  const issuer = { ...store, regime_tributario: own.regime, gorjeta: own.gorjeta }
  const place = { ...own, day, modelo: '65', uf, municipio: store.codigo_municipio ?? undefined } as const
  // Of a shop the law takes nothing out of the base: that is the restaurants' own regime.
  const retido = own.restaurante ? (sale.retido ?? 0) : 0
  const [law, limite, beneficios, rates, entregas] = await Promise.all([
    readTaxLaw(q, place, classes),
    readFiscalLimit(q, 'NFCE_SEM_DESTINATARIO', uf, day),
    readBenefits(q, uf, day),
    readApproximateRates(q, uf, codes),
    sale.delivered ? readDeliveries(q, lojaId, movimentoId) : [],
  ])
  return tellApproximateTaxes(
    composed(() =>
      composeConsumerNote(
        issuer,
        { ...sale, retido, linhas, entregas },
        drafted,
        { law, limite, gorjeta: tips, beneficios },
        program,
      ),
    ),
    rates,
  ).note
}

async function lastRecord(q: Queries, lojaId: number, movimentoId: number): Promise<LastRecord | undefined> {
  const { rows } = await q.query<LastRecord>(
    `SELECT n.id::float8 AS "nfceId", n.situacao, n.serie::int, n."nNF"::int AS numero, n."cStat", n.ambiente::int, t.id::float8 AS transmission, t.estado, t.cnf, t.contingencia
     FROM "NFCes" n LEFT JOIN LATERAL (SELECT id, estado, cnf, contingencia FROM "NFe_transmissaos" t
       WHERE t."lojaId" = n."lojaId" AND t."nfceId" = n.id ORDER BY t.id DESC LIMIT 1) t ON true
     WHERE n."lojaId" = $1 AND n."movimentoId" = $2 ORDER BY n.id DESC LIMIT 1`,
    [lojaId, movimentoId],
  )
  return rows[0]
}

/** Answers by which a number is lost: it is another note's (539), or was voided (206). */
const lostNumbers = new Set(['539', '206'])

/** A refused note keeps its number, unless that is lost or of another environment. */
const isSameNumber = ({ situacao, cStat, ambiente, numero }: LastRecord, store: IssuingStore): boolean =>
  situacao === 'PENDENTE' && !lostNumbers.has(cStat ?? '') && ambiente === store.ambiente_fiscal && numero > 0

function composed<T>(compose: () => T): T {
  try {
    return compose()
  } catch (error) {
    if (!(error instanceof SaleProblem)) throw error
    throw new ApiError(400, error.code, error.params)
  }
}

async function refuseRepeated(q: Queries, lojaId: number, recordId: number, impressao: string): Promise<void> {
  const repeated = await repeatedRefusal(q, lojaId, { register: 'NFCes', recordId, impressao })
  if (repeated) throw new ApiError(400, 'nfce.same-rejection', repeated)
}

/** A sale that an invoice told, or is telling, has no consumer's note beside it. */
async function refuseInvoiced(q: Queries, lojaId: number, movimentoId: number): Promise<void> {
  const { rows } = await q.query<NumbersOf<'NFe_emissaos', 'numero'>>(
    `SELECT numero::int FROM "NFe_emissaos" WHERE "lojaId" = $1 AND "movimentoId" = $2 AND finalidade = 1
       AND situacao IN ('PROCESSAMENTO', 'AUTORIZADA') LIMIT 1`,
    [lojaId, movimentoId],
  )
  if (rows[0]) throw new ApiError(400, 'nfce.invoiced', { numero: rows[0].numero ?? '' })
}
