import type { ColumnOf, Queries, RowOf } from '../../../server/domain.ts'
import { parseAmount } from '../intake/amount.ts'
import { type BuyingHabits, buyingHabitsOf } from './buyingHabits.ts'

export interface DemoProduct {
  readonly id: number
  readonly code: string | null
  readonly name: string
  readonly group: number | null
  readonly unit: number | null
  /** Cents. */
  readonly price: number
  /** Ten-thousandths. */
  readonly cost: number
  readonly weighed: boolean
}

export interface DemoCurrency {
  readonly id: number
  readonly name: string
  readonly fiscal: string
  /** Hundredths of a percent. */
  readonly fee: number
  readonly acquirer: string | null
}

export interface DemoPerson {
  readonly id: number
  readonly name: string
  readonly taxId: string | null
  readonly phone: string | null
  /** Hundredths of a percent. */
  readonly commission: number
  readonly account: boolean
}

/** The products, customers, sellers and currencies of a store. */
export interface DemoStore {
  readonly id: number
  readonly name: string
  readonly zone: string
  readonly habits: BuyingHabits
  /** From the most to the least wanted. */
  readonly products: readonly DemoProduct[]
  /** Goods that suppliers sell: ingredients, and what has a bar code. */
  readonly bought: readonly DemoProduct[]
  readonly currencies: readonly DemoCurrency[]
  readonly equipment: readonly number[]
  readonly staff: readonly DemoPerson[]
  readonly customers: readonly DemoPerson[]
  readonly suppliers: readonly DemoPerson[]
}

interface StoreRow {
  readonly name: ColumnOf<'lojas', 'nome_fantasia'>
  readonly zone: ColumnOf<'lojas', 'fuso_horario'>
  readonly segment: ColumnOf<'segmentos', 'nome'> | null
}

type ProductRow = RowOf<
  'produtos',
  'id' | 'cod_prod' | 'desc_prod' | 'grupoId' | 'unidadeId' | 'preco_vnd_prod' | 'preco_cst_prod' | 'balanca_prod'
>
type CurrencyRow = RowOf<'moedas', 'id' | 'nome' | 'cod_sat' | 'taxa'> & {
  readonly acquirer: ColumnOf<'moeda_adquirentes', 'nome'> | null
}
type PersonRole = 'funcionario' | 'fornecedor' | 'cliente'
type PersonRow = RowOf<
  'parceiros',
  'id' | 'nome_fantasia' | 'cnpj' | 'telefone1' | 'comissao_venda' | 'credito_ativo' | PersonRole
>

const units = (text: string | null, places: number): number => parseAmount(text ?? 0, places) ?? 0

/** Reads a store. Its account currency, for customers who pay by the month, is made where it is missing. */
export async function readDemoStore(q: Queries, lojaId: number): Promise<DemoStore> {
  await q.query(
    `INSERT INTO moedas ("lojaId", nome, cod_sat, taxa, dias, status) SELECT $1, 'Conta do cliente', '05', 0, 0, true
     WHERE NOT EXISTS (SELECT FROM moedas WHERE "lojaId" = $1 AND cod_sat = '05')`,
    [lojaId],
  )
  const ask = async <Row extends object>(text: string): Promise<Row[]> => (await q.query<Row>(text, [lojaId])).rows
  const [store] = await ask<StoreRow>(
    `SELECT l.nome_fantasia AS name, l.fuso_horario AS zone, s.nome AS segment FROM lojas l LEFT JOIN segmentos s ON s.id = l."segmentoId" WHERE l.id = $1`,
  )
  const askProducts = async (which: string): Promise<DemoProduct[]> =>
    (
      await ask<ProductRow>(
        `SELECT id, cod_prod, desc_prod, "grupoId", "unidadeId", preco_vnd_prod, preco_cst_prod, balanca_prod FROM produtos
         WHERE "lojaId" = $1 AND coalesce(stt_prod, true) AND ${which} ORDER BY md5(coalesce(cod_prod::text, '') || "lojaId") LIMIT 400`,
      )
    ).map(row => ({
      id: Number(row.id),
      code: row.cod_prod,
      name: row.desc_prod,
      group: Number(row.grupoId),
      unit: row.unidadeId ? Number(row.unidadeId) : null,
      price: units(row.preco_vnd_prod, 2),
      cost: units(row.preco_cst_prod, 4),
      weighed: row.balanca_prod === true,
    }))
  const products = await askProducts('preco_vnd_prod > 0 AND NOT coalesce(materia_prima_prod, false)')
  const bought = await askProducts('preco_cst_prod > 0 AND (materia_prima_prod OR cod_aux IS NOT NULL)')
  const currencies = await ask<CurrencyRow>(
    `SELECT m.id, m.nome, m.cod_sat, m.taxa, a.nome AS acquirer FROM moedas m LEFT JOIN moeda_adquirentes a ON a.id = m."moedaAdquirenteId"
     WHERE m."lojaId" = $1 AND coalesce(m.status, true) ORDER BY m.id`,
  )
  const equipment = await ask<RowOf<'equipamentos', 'id'>>(
    `SELECT id FROM equipamentos WHERE "lojaId" = $1 AND coalesce(ativo, true) ORDER BY id LIMIT 3`,
  )
  const people = await ask<PersonRow>(
    `SELECT id, nome_fantasia, cnpj, telefone1, comissao_venda, funcionario, fornecedor, cliente, credito_ativo FROM parceiros
     WHERE "lojaId" = $1 AND coalesce(ativo, true) ORDER BY id`,
  )
  const person = (row: PersonRow): DemoPerson => ({
    id: Number(row.id),
    name: row.nome_fantasia,
    taxId: row.cnpj,
    phone: row.telefone1,
    commission: Math.max(0, units(row.comissao_venda, 2)),
    account: row.credito_ativo === true,
  })
  const those = (role: PersonRole): DemoPerson[] => people.filter(row => row[role]).map(person)
  return {
    id: lojaId,
    name: store?.name ?? '',
    zone: store?.zone ?? 'America/Sao_Paulo',
    habits: buyingHabitsOf(store?.segment ?? null),
    products,
    bought: bought.length > 0 ? bought : products,
    currencies: currencies.map(row => ({
      id: Number(row.id),
      name: row.nome,
      fiscal: row.cod_sat ?? '99',
      fee: units(row.taxa, 2),
      acquirer: row.acquirer,
    })),
    equipment: equipment.map(({ id }) => Number(id)),
    staff: those('funcionario'),
    customers: those('cliente'),
    suppliers: those('fornecedor'),
  }
}
