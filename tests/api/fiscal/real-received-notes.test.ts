import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FiscalShop, openFiscalShop } from './fiscalShop.ts'

/** Notes of real suppliers are taken in as a shop would, and taken back. They lie beside the project, and are not part of it. */
const folder = join(import.meta.dirname, '../../../../shared/fiscal/samples')

const files: readonly (readonly [file: string, recipient: string, items: number, total: number])[] = [
  ['nfe-01-csosn900-8itens-cobranca.xml', '23765766000162', 8, 2631.44],
  ['nfe-02-icms20-icms40-12itens.xml', '23765766000162', 12, 8602.42],
  ['nfe-03-csosn103-400-202-st-23itens.xml', '23765766000162', 23, 2571.89],
  ['nfe-04-icms40-rastro-lote.xml', '23765766000162', 1, 240],
  ['nfe-05-icms70-st.xml', '57647232000153', 4, 610.37],
  ['nfe-06-icms00-icms10-ipi50-16itens.xml', '97493746000116', 16, 879.68],
]

interface Item {
  readonly id: number
  readonly produtoId: number | null
  readonly xProd: string
  readonly qCom: number
  readonly custo: number
}

if (!existsSync(folder)) test.skip('real notes: the folder shared/fiscal/samples is not beside the project', () => undefined)
else
  describe('real notes', () => {
    let shop: FiscalShop
    const of = { classificacaoId: 0, centroCustoId: 0 }
    beforeAll(async () => {
      shop = await openFiscalShop()
      const idOf = async (table: string) =>
        Number(
          (await shop.run(`INSERT INTO "${table}" ("lojaId", nome) VALUES ($1, 'Compras') RETURNING id`, [shop.store]))[0]?.id,
        )
      of.classificacaoId = await idOf('Conta_classificacoes')
      of.centroCustoId = await idOf('Conta_centros_custos')
    })
    afterAll(() => shop?.close())

    test.each(files)('%s', async (file, recipient, count, total) => {
      await shop.run('UPDATE lojas SET cnpj = $2 WHERE id = $1', [shop.store, recipient])
      const bytes = readFileSync(join(folder, file))
      const sent = await shop.post('Sefaz/uploadXML', { arquivos: `data:text/xml;base64,${bytes.toString('base64')}` })
      const [id] = sent.json().ids
      const read = async () => (await shop.server.call(shop.token, 'GET', `/api/nfes/${id}?lojaId=${shop.store}`)).json()
      const note = await read()
      expect(note).toMatchObject({ vNF: total, entrada: false })
      const items: Item[] = note.itens
      expect(items).toHaveLength(count)
      // What the notes' items cost adds up to what the note costs, but for the cents that unit costs are rounded up by.
      const cost = items.reduce((sum, { custo, qCom }) => sum + custo * qCom, 0)
      const room = items.reduce((sum, { qCom }) => sum + qCom * 0.0001, 0.03)
      expect(cost).toBeGreaterThanOrEqual(total - 0.03)
      expect(cost).toBeLessThanOrEqual(total + room)
      const contas = [{ vencimento: '2026-12-10', valor: total }]
      const itens = items.map(({ id: item }) => ({ id: item, produtoId: shop.product, venda: 10 }))
      const entered = await shop.post('nfes/entrada', { id, ...of, itens, contas })
      expect(entered.json()).toMatchObject({ entrada: true, itens: count, contas: 1 })
      const stock = () =>
        shop.run(
          `SELECT quantidade::float8 FROM estoque.lancamentos WHERE "lojaId" = $1 AND origem = 'nfes' AND "origemId" = $2`,
          [shop.store, id],
        )
      const quantity = items.reduce((sum, { qCom }) => sum + qCom, 0)
      expect((await stock())[0]?.quantidade).toBeCloseTo(quantity, 4)
      expect((await shop.post('nfes/cancelarEntrada', { nfeId: id })).statusCode).toBe(200)
      expect([await stock(), (await read()).contas]).toEqual([[], []])
    })
  })
