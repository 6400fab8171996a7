import type { ArchivedRows } from '../../../server/domain.ts'
import { storeGuards } from '../../stock/public.ts'
import { rollups, salesWithoutNote } from './rollup.ts'
import { archivedTable, archiveSums, createArchivedRollup, type SalesScope, tidyArchivedSums } from './rollupSql.ts'

/** Names of the products of archived sales: sums know them by number alone. */
export const archivedNames = 'arquivados.produtos_nomes'

/** The sums kept of archived sales: all rollups, and the one that reports read of the bare rows. */
const noted = [...rollups, salesWithoutNote]

/** The shares of archived sales in each of these sums, and their products' names. */
export const archivedSalesTables: readonly string[] = [...noted.map(archivedTable), archivedNames]

export const makeArchivedSales: readonly string[] = [
  ...noted.flatMap(createArchivedRollup),
  `CREATE TABLE IF NOT EXISTS ${archivedNames} (
    "lojaId" bigint NOT NULL, "produtoId" bigint NOT NULL, cod_prod text, descricao text, PRIMARY KEY ("lojaId", "produtoId"))`,
  ...archivedSalesTables.flatMap(storeGuards),
]

const some: SalesScope = { store: '$1', and: 'm.id = ANY ($2::bigint[])' }

const names = `INSERT INTO ${archivedNames} ("lojaId", "produtoId", cod_prod, descricao)
  SELECT DISTINCT ON (p."produtoId") p."lojaId", p."produtoId", p.cod_prod, p.descricao FROM "Movimentos_produtos" p
  WHERE p."lojaId" = $1 AND p."MovimentosId" = ANY ($2::bigint[]) AND p."produtoId" IS NOT NULL ORDER BY p."produtoId", p.id DESC
  ON CONFLICT ("lojaId", "produtoId") DO UPDATE SET cod_prod = excluded.cod_prod, descricao = excluded.descricao`

const add = (sign: '' | '-'): string[] => noted.map(rollup => archiveSums(rollup, some, sign))

export const archivedSales: ArchivedRows = {
  register: 'Movimentos',
  stays: [
    // A customer's account is carried on from its first line, and its statement shows each.
    `m."tipoMovimentoId" IN (3, 7)`,
    'EXISTS (SELECT FROM "Movimento_recebimentos" r WHERE r."lojaId" = $1 AND r."movimentoId" = m.id AND r.correntista)',
    // Lines that people delete are rare, and reported one by one.
    'EXISTS (SELECT FROM "Movimentos_produtos" p WHERE p."lojaId" = $1 AND p."MovimentosId" = m.id AND p.deletado_em IS NOT NULL)',
    // An invoice that is still to be issued is made of them.
    `m.nfce_situacao = 'PENDENTE'`,
  ],
  remember: [...add(''), names],
  forget: add('-'),
  tidy: noted.map(tidyArchivedSums),
}
