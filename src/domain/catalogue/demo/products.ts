import { ean13, idByName, type SeededRandom } from '../../samples/public.ts'
import { pictureAddress } from './pictures.ts'
import { type ProductGroupPlan, productLines } from './plans/productGroupPlan.ts'

type Row = Record<string, unknown>

/** Keys of the records that products point to, by the names that the plans use. */
export interface ProductReferenceIds {
  readonly groups: ReadonlyMap<string, number>
  readonly units: ReadonlyMap<string, number>
  readonly taxes: ReadonlyMap<string, number>
  readonly printers: ReadonlyMap<string, number>
}

const cents = (x: number): number => Math.round(x * 100) / 100

/** Records of a group's products of a store. `factors` are those of the store's further price tables. */
export const productRecords = (
  store: number,
  plan: ProductGroupPlan,
  keys: ProductReferenceIds,
  factors: readonly number[],
  random: SeededRandom,
): Row[] =>
  productLines(plan).map((line, at) => {
    const prices = [0, 1, 2].map(table => (factors[table] === undefined ? null : cents(line.preco * (factors[table] ?? 1))))
    const app = random.chance(0.2) ? cents(line.preco * 1.1) : line.preco
    return {
      cod_prod: String(plan.from + at),
      cod_aux: plan.ean ? ean13(random) : null,
      desc_prod: line.nome,
      fotoUrl: pictureAddress(store, line.nome),
      stt_prod: random.chance(0.96),
      grupoId: idByName(keys.groups, plan.nome),
      unidadeId: idByName(keys.units, plan.unit),
      impostoId: idByName(keys.taxes, plan.tax),
      impressoraId: plan.printer === undefined ? null : idByName(keys.printers, plan.printer),
      ncmId: line.ncm,
      cestId: line.cest,
      preco_cst_prod: cents(line.preco * (plan.cost + (random.next() - 0.5) * 0.08)),
      preco_vnd_prod: line.preco,
      preco_vnd2_prod: prices[0],
      preco_vnd3_prod: prices[1],
      preco_vnd4_prod: prices[2],
      appPreco: app,
      appDestaque: random.chance(0.08),
      alcoolico: plan.alcohol === true || /^(Cerveja|Chope) /.test(line.nome),
      balanca_prod: plan.scale === true || plan.labelDays !== undefined,
      dias_vld_prod: plan.scale ? random.pick([5, 7, 10, 15, 30]) : (plan.labelDays ?? 0),
      paga_servico_prod: plan.tax === 'refeicao',
      qtd_min_prod: plan.ean ? random.pick([6, 12, 24]) : 0,
      ordem: at + 1,
      orig: 0,
    }
  })
