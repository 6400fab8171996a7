import type { DerivedTables } from '../../../server/domain.ts'
import { itemFunction } from './itemSql.ts'
import { purchaseFunctions } from './purchaseSql.ts'
import { yearFunctions } from './yearSql.ts'

/**
 * The reform of taxes over what a store sold and bought, for reports:
 *
 * - `reforma.f_base`: the store's revenue of twelve months;
 * - `reforma.f_anos`: rates of each year that is compared, what of the law, of estimates or of the caller they come from, and the store's regime in it;
 * - `reforma.f_simples`: effective rate and shares of the DAS in a year;
 * - `reforma.f_compras`: suppliers' notes of a period with their taxes; `f_creditos`: what each brings in each year;
 * - `reforma.f_itens`: for each product, year and choice of the Simples its taxes, margin and the price that keeps the margin; a combo by its parts.
 *
 * Numbers are never rounded here. Each is one SELECT whose text PostgreSQL puts into the query.
 */
export const reformFunctions: DerivedTables = {
  name: 'reform of taxes',
  from: [
    'lojas',
    'produtos',
    'impostos',
    'nfes',
    'NFe_transmissaos',
    'cclasstribs',
    'aliquotas_ibscbs',
    'regras_fiscais',
    'tratamentos_ibscbs',
    'Produto_tratamentos',
    'Loja_regimes',
    'reforma_anos',
    'simples_faixas',
  ],
  drop: ['DROP SCHEMA IF EXISTS reforma CASCADE'],
  make: ['CREATE SCHEMA reforma', ...yearFunctions, ...purchaseFunctions, itemFunction],
  fill: [],
  grants: role => [`GRANT USAGE ON SCHEMA reforma TO ${role}`],
  // Functions hold nothing that could be wrong.
  rebuild: async () => undefined,
  verify: async () => [],
}
