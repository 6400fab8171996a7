import { type Rollup, type RollupColumn, ZONE_PLACEHOLDER } from './rollup.ts'

const column = (name: string, type: string, from: string): RollupColumn => ({ name, type, from })

const text = 'text COLLATE "C"'
const moment = `(m."createdAt" AT TIME ZONE ${ZONE_PLACEHOLDER})`
const store = column('lojaId', 'bigint', 'm."lojaId"')
const ways = [column('mode', text, `coalesce(m.mode, '')`), column('equipamentoId', 'bigint', 'coalesce(m."equipamentoId", 0)')]
const measures = [column('linhas', 'bigint', '1'), column('total', 'numeric', 'coalesce(m."totalDisplay", 0)')]

/** The orders that count: all but cancelled ones. */
const counted = { source: '"AppPedidos" m', zoned: true, where: 'NOT m.canceled', measures }

/**
 * Sums of the orders of the app. Hours and ways of paying are kept by month alone: by day they would be nearly as many rows as there are
 * orders, and no report asks for them by day.
 */
export const appOrderRollups: readonly Rollup[] = [
  { name: 'pedidos_app_dia', keys: [store, column('dia', 'date', `${moment}::date`), ...ways], ...counted },
  {
    name: 'pedidos_app_mes',
    keys: [
      store,
      column('mes', 'date', `date_trunc('month', ${moment})::date`),
      column('hora', 'smallint', `extract(hour FROM ${moment})::smallint`),
      column('pagamento', text, `coalesce(m."paymentName", '')`),
      ...ways,
    ],
    ...counted,
  },
]
