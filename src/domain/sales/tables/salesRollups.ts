import { type DerivedTables, type SumTable, sumTables } from '../../../server/domain.ts'
import { storeGuards } from '../../stock/public.ts'
import { appOrderRollups } from './appOrderRollups.ts'
import { archivedNames, archivedSales, archivedSalesTables, makeArchivedSales } from './archivedSales.ts'
import { type Rollup, rollups as salesSums } from './rollup.ts'
import { rollupFunctions } from './rollupFunctions.ts'
import { createRollup, fillRollup, rollupDifferences, rollupSchema, rollupTable, type SalesScope } from './rollupSql.ts'

const rollups = [...salesSums, ...appOrderRollups]

/** Names of the products that were sold, for those that are removed since: sums know them by number alone. */
const namesTable = `${rollupSchema}.produtos_nomes`

const soldNames = `CREATE TABLE ${namesTable} (
  "lojaId" bigint NOT NULL, "produtoId" bigint NOT NULL, cod_prod text, descricao text, PRIMARY KEY ("lojaId", "produtoId"))`

const tables = [...rollups.map(rollupTable), namesTable]

const making: readonly string[] = [
  ...makeArchivedSales,
  `CREATE SCHEMA ${rollupSchema}`,
  ...rollups.map(createRollup),
  soldNames,
  ...tables.flatMap(storeGuards),
  ...rollupFunctions,
  // The days of a month that a range of app orders cuts, likewise.
  `CREATE INDEX IF NOT EXISTS "AppPedidos_totais" ON "AppPedidos" ("lojaId", "createdAt") INCLUDE (canceled, mode, "equipamentoId", "paymentName", "totalDisplay")`,
  // Lines that people delete are rare: found by their moment without an index over every line sold.
  `CREATE INDEX IF NOT EXISTS "Movimentos_produtos_deletados" ON "Movimentos_produtos" ("lojaId", deletado_em) WHERE deletado_em IS NOT NULL`,
]

function fillNames(store?: string): readonly string[] {
  const columns = '"lojaId", "produtoId", cod_prod, descricao'
  const into = `INSERT INTO ${namesTable} (${columns})`
  return [
    `${into} SELECT DISTINCT ON (p."lojaId", p."produtoId") p."lojaId", p."produtoId", p.cod_prod, p.descricao FROM "Movimentos_produtos" p
      WHERE p."produtoId" IS NOT NULL${store ? ` AND p."lojaId" = ${store}` : ''} ORDER BY p."lojaId", p."produtoId", p.id DESC`,
    `${into} SELECT ${columns} FROM ${archivedNames} p${store ? ` WHERE p."lojaId" = ${store}` : ''} ON CONFLICT ("lojaId", "produtoId") DO NOTHING`,
  ]
}

/** A sum, and how it is told from what the sales add up to. */
const sumTable = (rollup: Rollup): SumTable => {
  const scopeOf = (store?: string): SalesScope | undefined => (store === undefined ? undefined : { store })
  return {
    sql: rollupTable(rollup),
    fill: store => [fillRollup(rollup, scopeOf(store))],
    compared: { table: rollup.name, differences: store => rollupDifferences(rollup, scopeOf(store)) },
  }
}

/** The sums of what was sold, and the names of the products. */
export const salesRollups: DerivedTables = {
  name: 'rollups',
  from: ['Movimentos', 'Movimento_recebimentos', 'AppPedidos', 'NFCes', 'lojas'],
  drop: [`DROP SCHEMA IF EXISTS ${rollupSchema} CASCADE`],
  make: making,
  // The intake writes them, reports read them.
  grants: role => [
    `GRANT USAGE ON SCHEMA ${rollupSchema} TO ${role}`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${rollupSchema} TO ${role}`,
    `GRANT SELECT ON ${archivedSalesTables.join(', ')} TO ${role}`,
  ],
  archived: archivedSales,
  ...sumTables([...rollups.map(sumTable), { sql: namesTable, fill: fillNames }]),
}
