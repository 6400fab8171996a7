import {
  type IdsByName,
  type InsertRecords,
  idByName,
  insertNamed,
  moments,
  type PartialRecord,
  type SeededRandom,
} from '../../samples/public.ts'
import { loadCombos } from './combos.ts'
import type { ProductGroupPlan, QuestionPlan } from './plans/productGroupPlan.ts'
import { productRecords } from './products.ts'
import type { TaxLine } from './taxes.ts'

/** The products of a store, and their prices. */
export interface CataloguePlan {
  readonly taxes: readonly TaxLine[]
  readonly printers: readonly PartialRecord<'impressoras'>[]
  /** The first uses the sale price; each other one is this factor of it. */
  readonly tables: readonly (readonly [nome: string, factor: number])[]
  readonly groups: readonly ProductGroupPlan[]
  readonly questions: readonly QuestionPlan[]
}

/** Units of every store. */
const units: readonly string[] = ['UN', 'KG', 'POR', 'GF', 'L', 'CX']

/** Fills the catalogue of a store: taxes, groups, units, printers, products, questions and combos. */
export async function loadCatalogue(
  insert: InsertRecords,
  store: number,
  plan: CataloguePlan,
  random: SeededRandom,
  now: Date,
): Promise<void> {
  const taxIds = await insert(
    'impostos',
    store,
    plan.taxes.map(({ record }) => record),
  )
  const groups = plan.groups.map(({ nome, categoria, cor, pizza }, at) => ({
    nome,
    categoria,
    cor,
    pizza: pizza === true,
    status: true,
    android: true,
    ordem: at + 1,
  }))
  const keys = {
    units: await insertNamed(
      insert,
      'unidades',
      store,
      units.map(nome => ({ nome })),
      'nome',
    ),
    printers: await insertNamed(insert, 'impressoras', store, plan.printers, 'nome'),
    taxes: new Map(plan.taxes.map(({ key }, at) => [key, Number(taxIds[at])])),
    groups: await insertNamed(insert, 'grupos', store, groups, 'nome'),
  }
  const factors = plan.tables.slice(1).map(([, factor]) => factor)
  const rows = plan.groups.flatMap(group =>
    productRecords(store, group, keys, factors, random).map(row => ({ ...row, ...moments(random, now) })),
  )
  const products = await insertNamed(insert, 'produtos', store, rows, 'cod_prod')
  await loadQuestions(insert, store, plan, products, rows, keys.groups)
  await loadCombos(insert, store, products, rows)
}

async function loadQuestions(
  insert: InsertRecords,
  store: number,
  plan: CataloguePlan,
  products: IdsByName,
  rows: readonly PartialRecord<'produtos'>[],
  groups: IdsByName,
): Promise<void> {
  const records = plan.questions.map(({ descricao, min, max, repeat }) => ({
    descricao,
    qtd_min: min,
    qtd_max: max,
    repetir_resposta: repeat === true,
  }))
  const questions = await insertNamed(insert, 'pergunta', store, records, 'descricao')
  const answers = plan.questions.flatMap(({ descricao, answers: all }) =>
    all.map(([nome, valor], at) => ({ perguntaId: idByName(questions, descricao), nome, valor, ativo: true, ordem: at + 1 })),
  )
  await insert('pergunta_resposta', store, answers)
  const links = plan.groups.flatMap(group =>
    rows
      .filter(row => row.grupoId === idByName(groups, group.nome))
      .flatMap(row =>
        (group.questions ?? []).map((text, at) => ({
          produtoId: idByName(products, String(row.cod_prod)),
          perguntaId: idByName(questions, text),
          ordem: at + 1,
        })),
      ),
  )
  await insert('produto_pergunta', store, links)
}
