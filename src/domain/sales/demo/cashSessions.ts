import type { Queries } from '../../../server/domain.ts'
import type { SeededRandom } from '../../samples/public.ts'
import { keepTotals } from '../cash/keepTotals.ts'
import { type BulkColumns, type BulkValue, bulkInsert, reserveIds } from './bulkInsert.ts'
import type { DemoStore } from './demoStore.ts'
import { centsText, isoText } from './movementRows.ts'
import type { SimulatedSale } from './simulateSale.ts'
import type { SessionMovement } from './writeMovements.ts'

const sessionColumns: BulkColumns = {
  lojaId: 'bigint',
  id: 'bigint',
  createdAt: 'timestamptz',
  abertura: 'bigint',
  equipamentoId: 'bigint',
  operador: 'text',
  aberto_em: 'timestamptz',
  fechado_em: 'timestamptz',
  valor_inicial: 'numeric',
  valor_proximo: 'numeric',
  ultimo_mov: 'bigint',
  ultimoMovimentoId: 'bigint',
  sincronizacao: 'text',
  status: 'bigint',
  observacao: 'text',
}

const valueColumns: BulkColumns = {
  lojaId: 'bigint',
  caixasId: 'bigint',
  moedaId: 'bigint',
  valor_contabilizado: 'numeric',
  valor_informado: 'numeric',
  valor_corrigido: 'numeric',
}

const HOUR = 3_600_000

/** Puts the movements of some days into cash sessions, one a day and piece of equipment, and writes these. Numbers count on from `opened`. */
export async function writeCashSessions(
  q: Queries,
  shop: DemoStore,
  days: readonly (readonly SimulatedSale[])[],
  random: SeededRandom,
  opened: number,
  now: number,
): Promise<SessionMovement[]> {
  const sessions = days.flatMap(day => [...Map.groupBy(day, ({ equipment }) => equipment)])
  const ids = await reserveIds(q, 'caixas', sessions.length)
  const rows: BulkValue[][] = []
  const values: BulkValue[][] = []
  const waiting: SessionMovement[] = []
  for (const [at, [equipment, drawn]] of sessions.entries()) {
    const id = ids[at] ?? 0
    const first = drawn[0]?.closed ?? now
    const last = drawn.at(-1)?.closed ?? now
    const today = now - last < 12 * HOUR
    const status = today ? 0 : now - last < 4 * 24 * HOUR || random.chance(0.05) ? 1 : 2
    const pending = status === 1 && sessions.findIndex(each => isFresh(each, now)) === at
    const operator = shop.staff.length > 0 ? random.pick(shop.staff).name : 'Operador'
    rows.push([
      shop.id,
      id,
      isoText(first),
      opened + at + 1,
      equipment,
      operator,
      isoText(first),
      today ? null : isoText(last + HOUR / 2),
      '200.00',
      today ? '0.00' : '200.00',
      // The last sale of yesterday's first till is still on its way.
      pending ? drawn.length + 1 : drawn.length,
      pending ? id : null,
      pending ? 'PENDENTE' : 'COMPLETO',
      status,
      null,
    ])
    if (!today) values.push(...counted(drawn, shop.id, id, status, random))
    for (const [mov, each] of drawn.entries()) waiting.push({ drawn: each, session: id, sequence: mov + 1 })
  }
  await bulkInsert(q, 'caixas', sessionColumns, rows)
  await bulkInsert(q, 'caixas_valores', valueColumns, values)
  await keepTotals(q, shop.id, ids)
  return waiting.sort((a, b) => a.drawn.closed - b.drawn.closed)
}

/** Tells whether a session was closed, and not long ago. */
const isFresh = ([, drawn]: readonly [number, readonly SimulatedSale[]], now: number): boolean => {
  const since = now - (drawn.at(-1)?.closed ?? now)
  return since >= 12 * HOUR && since < 4 * 24 * HOUR
}

/** Returns the expected sum of each currency, the counted one, and the one it was corrected to once it was checked. */
function counted(
  drawn: readonly SimulatedSale[],
  store: number,
  session: number,
  status: number,
  random: SeededRandom,
): BulkValue[][] {
  const sums = new Map<number, number>()
  for (const { kind, receipts, cancelledBy } of drawn)
    for (const { currency, value } of cancelledBy === null ? receipts : [])
      sums.set(currency.id, (sums.get(currency.id) ?? 0) + (kind === 8 ? -value : value))
  return [...sums].map(([currency, sum]) => {
    const seen = Math.max(0, random.chance(0.1) ? sum + random.whole(-2000, 500) : sum)
    return [store, session, currency, centsText(sum), centsText(seen), centsText(status === 2 ? Math.max(0, sum) : seen)]
  })
}
