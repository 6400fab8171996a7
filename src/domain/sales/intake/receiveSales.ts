import { setImmediate as nextTurn } from 'node:timers/promises'
import { memoizeByKey } from '../../../base/memoizeByKey.ts'
import type { Model } from '../../../model/model.ts'
import type { Problem } from '../../../model/problem.ts'
import type { Queries } from '../../../server/domain.ts'
import { changeSales } from '../tables/changeSales.ts'
import { archivedSalesOf } from './archivedSalesOf.ts'
import { checkSale, MOST_LINES, MOST_RECEIPTS } from './checkSale.ts'
import { fillSale, readSaleContext, type SaleContext } from './fillSale.ts'
import { classifyResentSales, keepSoldSnapshots, rewriteSales, saleListRows } from './resentSales.ts'
import type { Sale } from './sale.ts'
import { saleChoicesOf } from './saleChoices.ts'
import { saleDocument } from './saleDocument.ts'
import { readStoreKeys, unknownSaleReferences } from './saleReferences.ts'
import { findSessions, refreshSync, sessionsOf } from './saleSessions.ts'
import { findUnknownFields, type KnownFields, knownFieldsOf, unknownFieldProblems } from './unknownFields.ts'
import { insertSaleLines, insertSaleReceipts, insertSales, recordSoldNames, type StoredSale, saleKey } from './writeSales.ts'

type Body = Readonly<Record<string, unknown>>

/** The outcome for a sale that was sent. */
export interface SaleOutcome {
  readonly chave: string | null
  readonly status: 'created' | 'changed' | 'unchanged' | 'refused'
  readonly id?: number
  /** Fields that nobody knows, of equipment that may send them. */
  readonly ignorados?: readonly string[]
  /** Why it was refused. */
  readonly problems?: readonly Problem[]
}

/**
 * Takes sales of a store in, in the transaction at hand: those that are wrong are told, all others are written with their sums. What
 * stands already under the same key is changed by what is news and otherwise left alone, so that sending again is always safe.
 */
export async function receiveSales(bodies: readonly Body[], lojaId: number, model: Model, q: Queries): Promise<SaleOutcome[]> {
  const outcomes: SaleOutcome[] = new Array(bodies.length)
  const places = new Map<string, number>()
  const refuse = (index: number, chave: string | null, problems: readonly Problem[]): void => {
    outcomes[index] = { chave, status: 'refused', problems }
  }
  const whole = await checkAll(bodies, lojaId, model, refuse, places)
  const archived = await archivedSalesOf(q, lojaId, whole, Date.now())
  for (const [sale, year] of archived)
    refuse(places.get(saleKey(sale)) ?? 0, sale.chave, [
      { path: 'recebido_em', code: 'sale.archived', params: { sale: sale.chave, field: 'recebido_em', year } },
    ])
  const checked = whole.filter(sale => !archived.has(sale))
  const keys = await readStoreKeys(checked, lojaId, model, q)
  const sent = checked.map(sale => ({
    of: sale,
    equipamentoId: sale.equipamentoId,
    body: bodies[places.get(saleKey(sale)) ?? 0] ?? {},
  }))
  const unknown = await findUnknownFields(sent, fieldsOfSales(model), lojaId, q)
  const known = checked.filter(sale => {
    const refused = unknown.get(sale)?.refused ?? []
    const problems = [...unknownSaleReferences(sale, keys, model), ...unknownFieldProblems('sale', sale.chave, refused)]
    if (problems.length > 0) refuse(places.get(saleKey(sale)) ?? 0, sale.chave, problems)
    return problems.length === 0
  })
  const tell = (status: SaleOutcome['status'], placed: readonly StoredSale[]): void => {
    for (const { id, sale } of placed) {
      outcomes[places.get(saleKey(sale)) ?? 0] = { chave: sale.chave, status, id, ...unknown.get(sale)?.told }
    }
  }
  if (known.length === 0) return outcomes
  await findSessions(q, lojaId, known)
  const context = await readSaleContext(known, lojaId, q)
  const { created, changed, unchanged } = await write(known.sort(byKey), lojaId, context, q)
  tell('created', created)
  tell('changed', changed)
  tell('unchanged', unchanged)
  return outcomes
}

const known = new WeakMap<Model, KnownFields>()
const fieldsOfSales = (model: Model): KnownFields =>
  memoizeByKey(known, model, () =>
    knownFieldsOf(model, 'Movimentos', saleDocument({ lines: MOST_LINES, receipts: MOST_RECEIPTS })),
  )

/** The same order in every transaction: two that send the same sales wait in line. */
const byKey = (a: Sale, b: Sale): number =>
  a.equipamentoId - b.equipamentoId || (a.chave < b.chave ? -1 : a.chave > b.chave ? 1 : 0)

/** Sales checked in one go, during which the server answers nobody else. */
const PART = 25

async function checkAll(
  bodies: readonly Body[],
  lojaId: number,
  model: Model,
  refuse: (index: number, chave: string | null, problems: readonly Problem[]) => void,
  places: Map<string, number>,
): Promise<Sale[]> {
  const choices = saleChoicesOf(model)
  const now = Date.now()
  const sales: Sale[] = []
  for (const [index, body] of bodies.entries()) {
    if (index % PART === PART - 1) await nextTurn()
    const place = `nº ${index + 1}`
    const result = checkSale(body, choices, now, place)
    const chave = 'sale' in result ? result.sale.chave : typeof body.chave === 'string' ? body.chave : null
    const again = 'sale' in result ? places.get(saleKey(result.sale)) : undefined
    const problems: Problem[] = 'sale' in result ? [] : [...result.problems]
    const sale = 'sale' in result ? result.sale.chave : result.name
    if (again !== undefined)
      problems.push({ path: 'chave', code: 'sale.twice', params: { sale, field: 'chave', place: again + 1 } })
    if (body.lojaId !== undefined && body.lojaId !== null && Number(body.lojaId) !== lojaId)
      problems.push({ path: 'lojaId', code: 'sale.other-store', params: { sale, field: 'lojaId' } })
    if (!('sale' in result) || problems.length > 0) {
      refuse(index, chave, problems)
      continue
    }
    places.set(saleKey(result.sale), index)
    sales.push(result.sale)
  }
  return sales
}

interface Done {
  readonly created: readonly StoredSale[]
  readonly changed: readonly StoredSale[]
  readonly unchanged: readonly StoredSale[]
}

/** New sales first, then those that stand, then the sums: see changeSales. */
async function write(sales: readonly Sale[], lojaId: number, context: SaleContext, q: Queries): Promise<Done> {
  const created = await insertSales(q, lojaId, sales)
  const made = new Set(created.map(({ sale }) => saleKey(sale)))
  const { changed, unchanged } = await classifyResentSales(
    q,
    lojaId,
    sales.filter(sale => !made.has(saleKey(sale))),
  )
  const ids = changed.map(({ id }) => id)
  const left = await sessionsOf(q, lojaId, ids)
  await changeSales(q, lojaId, ids, async () => {
    for (const { sale } of created) fillSale(sale, context)
    await insertSaleLines(q, lojaId, saleListRows(created, 'produtos'))
    await insertSaleReceipts(q, lojaId, saleListRows(created, 'recebimentos'))
    if (changed.length > 0) {
      const keys = await keepSoldSnapshots(q, lojaId, changed)
      for (const { sale } of changed) fillSale(sale, context)
      await rewriteSales(q, lojaId, changed, keys)
    }
    return created.map(({ id }) => id)
  })
  await refreshSync(q, lojaId, [...left, ...[...created, ...changed].flatMap(({ sale }) => sale.caixaId ?? [])])
  await recordSoldNames(
    q,
    lojaId,
    [...created, ...changed].map(({ sale }) => sale),
  )
  return { created, changed, unchanged }
}
