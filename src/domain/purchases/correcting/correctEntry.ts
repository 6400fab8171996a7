import {
  ApiError,
  type ColumnOf,
  changeFields,
  holdStore,
  lockRecords,
  noteChange,
  type OperationInput,
  tableOf,
  type UnitOfWork,
  validationError,
  writeRecords,
} from '../../../server/domain.ts'
import { productCost, readOperations } from '../../fiscal/public.ts'
import { type CorrectedCost, correctCosts, costsBySource } from '../../stock/public.ts'
import { billNote } from '../receiving/billNote.ts'
import { billProblems, itemProblems } from '../receiving/checkEntry.ts'
import { countPriceTables } from '../receiving/countPriceTables.ts'
import { passEntryPoint } from '../receiving/crashPoints.ts'
import { noteSource, recordGoods } from '../receiving/enterGoods.ts'
import { readEntry } from '../receiving/readEntry.ts'
import { rememberCodes } from '../receiving/rememberedCodes.ts'
import { removeBills } from '../receiving/removeBills.ts'

/** The input of a correction. */
type CorrectionInput = OperationInput<'POST nfes/corrigirEntrada'>

/** An item as the entry had it, or has it. */
interface ItemState extends Record<string, unknown> {
  readonly id: number
  readonly xProd: ColumnOf<'nfes_itens', 'xProd'>
  readonly produtoId: number | null
  readonly fator: string
  readonly estoque: string | null
  readonly custo: string | null
  readonly venda: string | null
}

/** An entry as it was, or is: its items, and what each product cost by all of them. */
interface EntryState {
  readonly items: readonly ItemState[]
  readonly costs: ReadonlyMap<number, string>
}

/**
 * Corrects an entry as if it had been made so: goods come in at the same moment, products that cost what the entry said cost what it says now, codes are
 * remembered anew, and bills follow where something is said of them. History has both states. Gives the note's id.
 */
export async function correctEntry(lojaId: number, input: CorrectionInput, work: UnitOfWork): Promise<number> {
  const { q } = work
  await holdStore(q, lojaId)
  const id =
    input.id ??
    (await noteOfItems(
      lojaId,
      (input.itens ?? []).map(item => item.id),
      work,
    ))
  const entry = await readEntry(lojaId, { ...input, id }, undefined, work)
  const { note } = entry
  if (!note.entrada) throw new ApiError(409, 'received.not-entered')
  if (input.version !== undefined && input.version !== note.version) throw new ApiError(409, 'received.changed-meanwhile')
  const rebills = [input.contas, input.classificacaoId, input.centroCustoId].some(said => said !== undefined)
  const moment = note.entrada_em ?? new Date().toISOString()
  const operations = await readOperations(q, lojaId, moment)
  const problems = [...itemProblems(entry, operations), ...(rebills ? billProblems(entry) : [])]
  if (problems.length > 0) throw validationError(problems.map(problem => inCall(problem, entry.items, input)))
  passEntryPoint('correction-held')
  const table = tableOf(work.model, 'nfes')
  // Nobody takes the line of the history back by itself: a correction is stock and costs as well.
  await noteChange(table, await lockRecords(table, [id], work, 'all'), { ...work, isConsequence: true }, async () => {
    const before = { items: await itemsOf(lojaId, id, work), costs: await costsBySource(q, lojaId, noteSource(id)) }
    const { costs } = await recordGoods(lojaId, entry, moment, work)
    passEntryPoint('correction-goods')
    await correctProducts(lojaId, before, { items: await itemsOf(lojaId, id, work), costs }, moment, work)
    await rememberCodes(q, lojaId, id)
    if (rebills) {
      await removeBills(lojaId, id, work)
      await billNote(entry, work)
    }
    passEntryPoint('correction-bills')
    const { classificacaoId, centroCustoId } = note
    await changeFields(table, [id], { classificacaoId, centroCustoId }, { q, lojaId })
  })
  return id
}

async function noteOfItems(lojaId: number, ids: readonly number[], { q }: UnitOfWork): Promise<number> {
  const { rows } = await q.query<{ id: ColumnOf<'nfes_itens', 'nfesId'> }>(
    'SELECT DISTINCT "nfesId" AS id FROM nfes_itens WHERE "lojaId" = $1 AND id = ANY ($2::bigint[])',
    [lojaId, ids],
  )
  const [only, ...others] = rows
  if (!only || others.length > 0) throw new ApiError(404, 'not-found')
  return Number(only.id)
}

/** A problem where the call says the item, which need not say all of them. */
function inCall<P extends { readonly path: string }>(
  problem: P,
  items: readonly { readonly id: number }[],
  { itens = [] }: CorrectionInput,
): P {
  const [list, at, ...rest] = problem.path.split('.')
  if (list !== 'itens') return problem
  const said = itens.findIndex(({ id }) => id === items[Number(at)]?.id)
  return said < 0 ? problem : { ...problem, path: [list, said, ...rest].join('.') }
}

async function itemsOf(lojaId: number, id: number, { q }: UnitOfWork): Promise<ItemState[]> {
  const { rows } = await q.query<ItemState>(
    `SELECT id::float8, "xProd", "produtoId"::float8, coalesce(fator, 1)::text AS fator, estoque::text, custo::text, venda::text
     FROM nfes_itens WHERE "lojaId" = $1 AND "nfesId" = $2 ORDER BY "nItem", id`,
    [lojaId, id],
  )
  return rows
}

const isChanged = (now: ItemState, before: ItemState | undefined): boolean => JSON.stringify(now) !== JSON.stringify(before)

/** Orders and returns tell what goods cost as well, and set no product's cost. */
const ENTERED = `SELECT l.custo FROM estoque.lancamentos l
  WHERE l."lojaId" = $1 AND l."produtoId" = p.id AND l.custo IS NOT NULL AND l.motivo = 'nota'`

const BEFORE = `(SELECT c.custo FROM estoque.custos c
  WHERE c."lojaId" = $1 AND c."produtoId" = p.id AND c.momento < $3::timestamptz ORDER BY c.momento DESC LIMIT 1)`

/**
 * Products that the correction touches cost what their last entry says, or what they cost before this one where they left it, as long as nobody gave them
 * another cost since; a price that was said is the product's.
 */
async function correctProducts(
  lojaId: number,
  before: EntryState,
  after: EntryState,
  moment: string,
  work: UnitOfWork,
): Promise<void> {
  const { q } = work
  const was = new Map(before.items.map(item => [item.id, item]))
  const changed = after.items.filter(item => isChanged(item, was.get(item.id)))
  const touched = new Set(
    [...changed, ...changed.flatMap(({ id }) => was.get(id) ?? [])].flatMap(({ produtoId }) => produtoId ?? []),
  )
  if (touched.size === 0) return
  const tables = await countPriceTables(q, lojaId)
  const { rows } = await q.query<ProductCost>(
    `SELECT p.id::float8, p.preco_cst_prod::text AS cost, ${BEFORE}::text AS before, coalesce(
       (${ENTERED} AND l.momento >= $3::timestamptz ORDER BY l.momento DESC LIMIT 1), ${BEFORE},
       (${ENTERED} ORDER BY l.momento DESC LIMIT 1))::text AS last
     FROM produtos p WHERE p."lojaId" = $1 AND p.id = ANY ($2::bigint[]) ORDER BY p.id FOR UPDATE`,
    [lojaId, [...touched], moment],
  )
  const asKept = (cost: string): number => Number(productCost(cost, tables))
  const saidBy = ({ costs }: EntryState): ReadonlyMap<number, number> =>
    new Map([...costs].map(([id, cost]) => [id, asKept(cost)]))
  const [gave, gives] = [saidBy(before), saidBy(after)]
  const prices = new Map(
    changed.flatMap(({ id, produtoId, venda }) =>
      produtoId === null || Number(venda ?? 0) === 0 || (venda === was.get(id)?.venda && produtoId === was.get(id)?.produtoId)
        ? []
        : [[produtoId, Number(venda)] as const],
    ),
  )
  const bodies = rows.flatMap(({ id, cost, last }) => {
    const ours = !gave.has(id) || gave.get(id) === Number(cost ?? 0)
    const body = {
      ...(ours && last !== null ? { preco_cst_prod: asKept(last) } : {}),
      ...(prices.has(id) ? { preco_vnd_prod: prices.get(id) } : {}),
    }
    return Object.keys(body).length > 0 ? [{ id, ...body }] : []
  })
  if (bodies.length > 0)
    await writeRecords(bodies, tableOf(work.model, 'produtos'), { ...work, byServer: true, isConsequence: true })
  await correctCosts(
    q,
    lojaId,
    moment,
    rows.flatMap(row => correctedCost(row, gave.get(row.id), gives.get(row.id))),
  )
}

/** A product that an entry touches: what it costs, what it cost before the entry, and what its last one says. */
interface ProductCost {
  readonly id: number
  readonly cost: string | null
  readonly before: string | null
  readonly last: string | null
}

/** Returns the cost to be corrected for the days since the entry: none where it says of the product what it said. */
function correctedCost({ id, cost, before }: ProductCost, gave: number | undefined, gives: number | undefined): CorrectedCost[] {
  const otherwise = Number(before ?? cost ?? 0)
  const [was, is] = [gave ?? otherwise, gives ?? otherwise]
  return was === is ? [] : [{ produtoId: id, was, is }]
}
