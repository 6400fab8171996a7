import { type DerivedTables, type SumTable, sumTables } from '../../../server/domain.ts'
import { archivedGoods, archivedGoodsRows, makeArchivedGoods, wholeHoursSql } from './archivedGoods.ts'
import { balanceFunction } from './balanceSql.ts'
import { goodsByMonthSql } from './goodsSql.ts'
import { movementFunction } from './movementFunction.ts'
import { storeGuards } from './storeGuards.ts'

interface GoodsTable {
  readonly name: string
  readonly moment: string
  /** The sums as the bare rows give them, with what rows added that an archive took; `where` is over the movement `m`, and names the store alone. */
  bare(where: string): string
}

/** Sums by hour, and by month: a balance adds up whole months, the hours beside them, and bare rows of the hours that it cuts. */
const sums: readonly GoodsTable[] = [
  { name: 'estoque.vendas_hora', moment: 'hora', bare: wholeHoursSql },
  { name: 'estoque.vendas_mes', moment: 'mes', bare: where => goodsByMonthSql(`(${wholeHoursSql(where)})`) },
]

const columns = (moment: string): string => `"lojaId", "produtoId", ${moment}, motivo, linhas, qtd`

const create = ({ name, moment }: GoodsTable): string => `CREATE TABLE ${name} (
  "lojaId" bigint NOT NULL, "produtoId" bigint NOT NULL, ${moment} timestamptz NOT NULL, motivo smallint NOT NULL,
  linhas bigint NOT NULL, qtd numeric NOT NULL, PRIMARY KEY ("lojaId", ${moment}, "produtoId", motivo)) WITH (fillfactor = 70)`

const sumTable = ({ name, moment, bare }: GoodsTable): SumTable => {
  const select = `SELECT ${columns(moment)} FROM`
  const made = (store?: string): string => `${select} (${bare(store === undefined ? 'true' : `m."lojaId" = ${store}`)}) s`
  const kept = (store?: string): string => `${select} ${name}${store === undefined ? '' : ` WHERE "lojaId" = ${store}`}`
  return {
    sql: name,
    fill: store => [`INSERT INTO ${name} (${columns(moment)}) ${made(store)}`],
    compared: {
      table: name,
      differences: store => `(${kept(store)} EXCEPT ALL ${made(store)}) UNION ALL (${made(store)} EXCEPT ALL ${kept(store)})`,
    },
  }
}

/** The goods that sales took out of stock and brought back. */
export const goodsSums: DerivedTables = {
  name: 'stock sums',
  from: ['produtos', 'Movimentos'],
  drop: sums.map(({ name }) => `DROP TABLE IF EXISTS ${name}`),
  make: [
    ...makeArchivedGoods,
    ...sums.map(create),
    ...sums.flatMap(({ name }) => storeGuards(name)),
    'CREATE INDEX vendas_hora_produto ON estoque.vendas_hora ("lojaId", "produtoId", hora)',
    // Cancellations are rare: found by their moment without an index over every movement.
    `CREATE INDEX IF NOT EXISTS "Movimentos_deletados" ON "Movimentos" ("lojaId", deletado_em) WHERE deletado_em IS NOT NULL`,
    balanceFunction,
    movementFunction,
  ],
  grants: role => [
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ${sums.map(({ name }) => name).join(', ')} TO ${role}`,
    `GRANT USAGE ON SCHEMA arquivados TO ${role}`,
    `GRANT SELECT ON ${archivedGoods} TO ${role}`,
  ],
  archived: archivedGoodsRows,
  ...sumTables(sums.map(sumTable)),
}
