import { writeCancellation } from '../../../domain/fiscal/core/public.ts'
import { type DemoWish, drawNumericCode } from '../../../domain/fiscal/public.ts'
import { ApiError, holdStore, type Queries, type RowOf, type Service } from '../../../server/plugin.ts'
import { signValid } from '../check/signValid.ts'
import { xmlAddress } from '../issuing/decide.ts'
import { holdSale } from '../issuing/readSale.ts'
import { draftNote } from '../issuing/storeNote.ts'
import { writeConsumerNote } from '../issuing/writeConsumerNote.ts'
import { digestIn } from '../signature/signDocument.ts'
import { type IssuingStore, readStore } from '../transmission/readStore.ts'
import type { StoreKeys } from '../transmission/storeKeys.ts'
import { demoKeys, demoMoment, demoProtocol, eventReceipt, keepDemoDocument, noteReceipt } from './keepDemoDocument.ts'

/** Invoices of a store that get documents at once: what its list shows first. */
const MOST = 30
/** Those that get theirs in one transaction, when they are asked for. */
const BATCH = 50

/** An invoice as the demo made it up. */
interface Invoice extends RowOf<'NFCes', 'serie'> {
  readonly id: number
  readonly movimentoId: number
  readonly numero: number
  readonly dhEmi: string
  readonly situacao: 'AUTORIZADA' | 'CANCELADA'
}

/** Addresses that only the demo gives: no server ever wrote such a one. */
const invented = `"xmlUrl" ~ '^nfce/[0-9]+/[0-9]{44}[.]xml' AND situacao IN ('AUTORIZADA', 'CANCELADA') AND "movimentoId" IS NOT NULL`
const columns = `id::float8, "movimentoId"::float8, serie::int, "nNF"::int AS numero, "dhEmi", situacao`

/**
 * Gives the newest invoices of a demo's store their documents, written, signed and held to the schema as any note is; the authority's words are made up,
 * as no authority takes notes of former days. An invoice that cannot be written (a sale whose fields do not add up) stays without.
 */
export async function documentDemoInvoices(q: Queries, lojaId: number, dataDir: string): Promise<void> {
  const store = await readStore(q, lojaId)
  const { rows: invoices } = await q.query<Invoice>(
    `SELECT ${columns} FROM "NFCes"
     WHERE "lojaId" = $1 AND situacao IN ('AUTORIZADA', 'CANCELADA') AND "movimentoId" IS NOT NULL AND "dhEmi" IS NOT NULL ORDER BY "dhEmi" DESC LIMIT $2`,
    [lojaId, MOST],
  )
  if (invoices.length === 0 || !store.cnpj) return
  const keys = demoKeys(store, dataDir)
  for (const invoice of invoices) await documentInvoice(q, lojaId, { store, invoice, keys })
}

/**
 * Gives the others theirs, those of some days or one, when they are first asked for: thousands of signatures would hold up the first start. Only what the
 * demo made up, and only while the store tries things out: nothing is ever made up in production.
 */
export async function completeDemoInvoices(
  { database }: Pick<Service, 'database'>,
  lojaId: number,
  wish: DemoWish,
  dataDir: string,
): Promise<void> {
  const params = 'id' in wish ? [lojaId, wish.id, null, null] : [lojaId, null, wish.de, wish.ate]
  const asked = `"lojaId" = $1 AND ${invented} AND ($2::bigint IS NULL OR id = $2)
    AND ($3::date IS NULL OR "dhEmi" BETWEEN fiscais.f_inicio($1::bigint, $3::date) AND fiscais.f_fim($1::bigint, $4::date))`
  const { rows } = await database.read({ stores: [lojaId] }, q => q.query(`SELECT FROM "NFCes" WHERE ${asked} LIMIT 1`, params))
  if (rows.length === 0) return
  let keys: StoreKeys | undefined
  for (let last = 0, more = true; more; )
    more = await database.write({ stores: [lojaId] }, async q => {
      // Of two who ask at once one waits, and finds them.
      await holdStore(q, lojaId)
      const store = await readStore(q, lojaId)
      if (store.ambiente_fiscal !== 2 || !store.cnpj) return false
      const { rows: invoices } = await q.query<Invoice>(
        `SELECT ${columns} FROM "NFCes" WHERE ${asked} AND id > $5 ORDER BY id LIMIT ${BATCH}`,
        [...params, last],
      )
      keys ??= demoKeys(store, dataDir)
      for (const invoice of invoices) await documentInvoice(q, lojaId, { store, invoice, keys })
      last = invoices.at(-1)?.id ?? last
      return invoices.length === BATCH
    })
}

interface Documented {
  readonly store: IssuingStore
  readonly invoice: Invoice
  readonly keys: StoreKeys
}

async function documentInvoice(q: Queries, lojaId: number, { store, invoice, keys }: Documented): Promise<void> {
  const { id, movimentoId, serie, numero, situacao } = invoice
  const { held, linhas, recebimentos } = await holdSale(q, lojaId, movimentoId)
  if (!held) return
  const sale = { ...held, cpf_cnpj: held.cpf_cnpj || null, linhas, recebimentos }
  const emitida_em = demoMoment(new Date(invoice.dhEmi))
  const cnf = drawNumericCode(numero)
  try {
    const note = await draftNote(q, { lojaId, movimentoId }, store, sale, { serie, numero, cnf, emitida_em, tipo_emissao: 1 })
    const { key, text } = writeConsumerNote(note, keys)
    const protocolo = demoProtocol(key, id)
    const ambiente = store.ambiente_fiscal === 1 ? 1 : 2
    const said = { lojaId, owner: 'nfceId', id, modelo: '65', ambiente, chave: key, serie, numero } as const
    const resposta = noteReceipt(key, ambiente, emitida_em, protocolo, digestIn(text))
    await keepDemoDocument(q, { ...said, tipo: 'NOTA', cnf, documento: text, protocolo, resposta, em: emitida_em })
    if (situacao === 'CANCELADA') {
      const em = demoMoment(new Date(new Date(invoice.dhEmi).getTime() + 120_000))
      const event = {
        chave: key,
        ambiente,
        cnpj: store.cnpj ?? '',
        ocorrida_em: em,
        protocolo,
        justificativa: 'Cancelamento da venda pelo emitente',
      } as const
      const documento = signValid(writeCancellation(event), keys.signing, { ambiente, emitida_em: em })
      const proof = `136${protocolo.slice(3)}`
      const answer = eventReceipt(key, ambiente, em, proof)
      await keepDemoDocument(q, { ...said, tipo: 'CANCELAMENTO', documento, protocolo: proof, resposta: answer, em })
    }
    await q.query(
      `UPDATE "NFCes" SET "chNFe" = $3, ambiente = $4, autorizada_em = $5, "xmlUrl" = $6, "xmlCancelamentoUrl" = $7 WHERE "lojaId" = $1 AND id = $2`,
      [
        lojaId,
        id,
        key,
        ambiente,
        emitida_em,
        xmlAddress(lojaId, id),
        situacao === 'CANCELADA' ? xmlAddress(lojaId, id, 'cancelamento') : null,
      ],
    )
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}
