import { type IdsByName, type InsertRecords, idByName, type PartialRecord } from '../../samples/public.ts'

type Product = PartialRecord<'produtos'>

const cents = (x: number): number => Math.round(x * 100) / 100

/** Two combos and a bridge of a store, its first count of stock, and one that goes on. */
export async function loadCombos(
  insert: InsertRecords,
  store: number,
  products: IdsByName,
  rows: readonly Product[],
): Promise<void> {
  const sold = rows.filter(row => row.stt_prod === true)
  const [first, second, third, fourth] = [0.1, 0.4, 0.6, 0.85].map(share => sold[Math.floor(sold.length * share)])
  if (!first || !second || !third || !fourth) return
  await loadCombo(insert, store, products, '900001', 'Combo da casa', [first, third])
  await loadCombo(insert, store, products, '900002', 'Combo para dois', [first, second, fourth])
  await loadBridge(insert, store, [second, third, fourth])
  const [inventory, open] = await insert('inventarios', store, [
    { nome: 'Estoque inicial (Importação de produto)', status: 'ABERTO' },
    { nome: 'Contagem do mês', status: 'ABERTO' },
  ])
  await insert(
    'inventarios.itens',
    store,
    sold.slice(0, 40).map((row, at) => ({
      inventariosId: Number(inventory),
      produtoId: idByName(products, String(row.cod_prod)),
      quantidade_estoque: 6 + ((at * 7) % 40),
    })),
  )
  // Begun, and not finished yet.
  await insert(
    'inventarios.itens',
    store,
    sold.slice(0, 8).map((row, at) => ({
      inventariosId: Number(open),
      produtoId: idByName(products, String(row.cod_prod)),
      quantidade_estoque: 4 + ((at * 5) % 18),
    })),
  )
}

/** Returns the common fields of combos and bridges; prices, taxes and the like come from the first of them. */
const shared = (of: Product, more: Product): Product => ({
  ...of,
  cod_aux: null,
  balanca_prod: false,
  ordem: 999,
  stt_prod: true,
  ...more,
})

async function loadCombo(
  insert: InsertRecords,
  store: number,
  products: IdsByName,
  cod_prod: string,
  desc_prod: string,
  items: readonly Product[],
): Promise<void> {
  const priced = items.map(row => ({ row, preco_item: cents(Number(row.preco_vnd_prod) * 0.9) }))
  const total = cents(priced.reduce((sum, { preco_item }) => sum + preco_item, 0))
  const more = { cod_prod, desc_prod, combo: true, preco_vnd_prod: total, appPreco: total }
  const [id] = await insert('produtos', store, [shared(items[0] ?? {}, more)])
  await insert(
    'produtos.comboItens',
    store,
    priced.map(({ row, preco_item }, at) => ({
      produtosId: Number(id),
      produtoIdItem: idByName(products, String(row.cod_prod)),
      preco_item,
      ordem: at + 1,
    })),
  )
}

async function loadBridge(insert: InsertRecords, store: number, answers: readonly Product[]): Promise<void> {
  const more = { cod_prod: '900003', desc_prod: 'O que vai querer hoje?', ponte: true, preco_vnd_prod: 0, appPreco: 0 }
  const [id] = await insert('produtos', store, [shared(answers[0] ?? {}, more)])
  await insert(
    'produtos.respostas',
    store,
    answers.map((row, at) => ({
      produtosId: Number(id),
      cod_prod: row.cod_prod ?? null,
      nome: String(row.desc_prod).slice(0, 100),
      valor: row.preco_vnd_prod ?? 0,
      ordem: at + 1,
    })),
  )
}
