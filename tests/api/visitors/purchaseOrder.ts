import { expect } from 'vitest'
import type { TestServer } from '../fixtures/testServer.ts'

/** Makes two suppliers and an order of two products to the first, as the owner of a store. */
export async function addPurchaseOrder(
  server: TestServer,
  store: number,
  owner: string,
): Promise<{ readonly order: number; readonly suppliers: readonly number[] }> {
  const insert = async (text: string, ...params: unknown[]): Promise<number> =>
    Number((await server.context.database.system.query(text, [store, ...params])).rows[0]?.id)
  const suppliers: number[] = []
  for (const name of ['Moinho', 'Atacado'])
    suppliers.push(
      await insert(
        `INSERT INTO parceiros ("lojaId", nome_fantasia, fornecedor, email1) VALUES ($1, $2, true, $3) RETURNING id`,
        name,
        `${name.toLowerCase()}@x.br`,
      ),
    )
  const unit = await insert(`INSERT INTO unidades ("lojaId", nome) VALUES ($1, 'KG') RETURNING id`)
  const products: number[] = []
  for (const name of ['Farinha', 'Fermento'])
    products.push(
      await insert(
        `INSERT INTO produtos ("lojaId", cod_prod, desc_prod, "unidadeId", preco_cst_prod) VALUES ($1, length($2), $2, $3, 77.31) RETURNING id`,
        name,
        unit,
      ),
    )
  const made = await server.call(owner, 'POST', '/api/pedidos', {
    lojaId: store,
    tipo: 'COMPRA',
    parceiroId: suppliers[0],
    observacao: 'Segredo da loja',
    itens: [
      { produtoId: products[0], quantidade: 12, valor_unitario: 10.5 },
      { produtoId: products[1], quantidade: 3, valor_unitario: 4.25 },
    ],
    contas: [],
  })
  expect(made.statusCode, made.body).toBe(201)
  return { order: made.json().id, suppliers }
}
