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
  readonly cProd: string
  readonly cEAN: string
  readonly NCM: string
  readonly qCom: number
  readonly estoque: number
  readonly custo: number
  readonly venda: number | null
}

if (!existsSync(folder)) test.skip('real notes: the folder shared/fiscal/samples is not beside the project', () => undefined)
else
  describe('real notes', () => {
    let shop: FiscalShop
    const of = { classificacaoId: 0, centroCustoId: 0 }
    const context = { grupoId: 0, unidadeId: 0, impostoId: 0 }
    let codes = 1000
    beforeAll(async () => {
      shop = await openFiscalShop()
      const idOf = async (table: string) =>
        Number(
          (await shop.run(`INSERT INTO "${table}" ("lojaId", nome) VALUES ($1, 'Compras') RETURNING id`, [shop.store]))[0]?.id,
        )
      of.classificacaoId = await idOf('Conta_classificacoes')
      of.centroCustoId = await idOf('Conta_centros_custos')
      context.grupoId = await idOf('grupos')
      const [known] = await shop.run('SELECT "unidadeId"::float8, "impostoId"::float8 FROM produtos WHERE id = $1', [
        shop.product,
      ])
      Object.assign(context, known)
    })
    afterAll(() => shop?.close())

    const get = async (path: string) =>
      (await shop.server.call(shop.token, 'GET', `/api/${path}${path.includes('?') ? '&' : '?'}lojaId=${shop.store}`)).json()
    const codeOf = ({ cEAN, cProd }: Item): string => (/^\d{8,14}$/.test(cEAN) ? cEAN : cProd)
    /** A product as the dialog of its row makes it. */
    async function createProduct(item: Item): Promise<number> {
      codes += 1
      await shop.run(`INSERT INTO ncms (id, descricao, tipo) VALUES ($1, 'Mercadoria', 0) ON CONFLICT DO NOTHING`, [item.NCM])
      const price = Math.round(item.custo * 140) / 100
      const made = await shop.post('produtos/save', {
        ...context,
        cod_prod: `${codes}`,
        cod_aux: codeOf(item).replaceAll(/\s/g, '').slice(0, 20),
        desc_prod: item.xProd,
        ncmId: item.NCM,
        preco_cst_prod: Math.round(item.custo * 100) / 100,
        preco_vnd_prod: price,
        appPreco: price,
        promocao_desconto: 0,
      })
      if (made.statusCode >= 300) throw new Error(made.body)
      return made.json().id
    }
    const stock = (id: number) =>
      shop.run(
        `SELECT "produtoId"::float8 AS id, quantidade::float8 FROM estoque.lancamentos
         WHERE "lojaId" = $1 AND origem = 'nfes' AND "origemId" = $2 ORDER BY 1`,
        [shop.store, id],
      )

    test.each(files)('%s', async (file, recipient, count, total) => {
      await shop.run('UPDATE lojas SET cnpj = $2 WHERE id = $1', [shop.store, recipient])
      const bytes = readFileSync(join(folder, file))
      // One of its goods is in the shop already, under a name that the note says in capitals.
      const [, name = ''] = /<xProd>([^<&]+)<\/xProd>/.exec(bytes.toString()) ?? []
      const old = await createProduct({
        id: 0,
        produtoId: null,
        xProd: name.toLowerCase(),
        cProd: `velho${codes}`,
        cEAN: '',
        NCM: '21069090',
        qCom: 1,
        estoque: 1,
        custo: 1,
        venda: null,
      })
      const sent = await shop.post('Sefaz/uploadXML', { arquivos: `data:text/xml;base64,${bytes.toString('base64')}` })
      const [id] = sent.json().ids
      const note = await get(`nfes/${id}`)
      expect(note).toMatchObject({ vNF: total, entrada: false })
      const items: Item[] = note.itens
      expect(items).toHaveLength(count)
      // The costs of the notes' items add up to that of the note, but for the cents that unit costs are rounded up by.
      const cost = items.reduce((sum, { custo, estoque }) => sum + custo * estoque, 0)
      const room = items.reduce((sum, { estoque }) => sum + estoque * 0.0001, 0.03)
      expect(cost).toBeGreaterThanOrEqual(total - 0.03)
      expect(cost).toBeLessThanOrEqual(total + room)

      expect(items).toContainEqual(expect.objectContaining({ produtoId: old, venda: 1.4 }))
      const made = new Map<string, number>()
      for (const item of items)
        if (item.produtoId === null && !made.has(codeOf(item))) made.set(codeOf(item), await createProduct(item))
      const itens = items.map(item => ({
        id: item.id,
        produtoId: item.produtoId ?? made.get(codeOf(item)),
        margem: 40,
        venda: null,
        fator: 2,
      }))
      const billed = note.pagamentos.reduce((sum: number, { valor }: { valor: number }) => sum + valor, 0)
      const contas = Math.abs(billed - total) < 0.005 ? {} : { contas: [{ vencimento: '2026-12-10', valor: total }] }
      // Names and numbers of some were replaced: their signatures do not hold any more.
      if (sent.json().duvidosas > 0) await shop.post('nfes/aceitar', { id, motivo: 'Conferida com o fornecedor' })
      const reply = await shop.post('nfes/entrada', { id, ...of, itens, ...contas })
      expect(reply.json()).toMatchObject({ entrada: true, vNF: total })
      const entered: Item[] = reply.json().itens

      const bills = await shop.run('SELECT valor::float8 FROM "Conta" WHERE "nfeId" = $1', [id])
      expect(bills.reduce((sum, { valor }) => sum + Number(valor), 0)).toBeCloseTo(total, 2)
      const wanted = new Map<number, number>()
      for (const { produtoId, qCom } of entered) wanted.set(Number(produtoId), (wanted.get(Number(produtoId)) ?? 0) + qCom * 2)
      const kept = await stock(id)
      for (const [product, quantity] of wanted) expect(kept.find(one => one.id === product)?.quantidade).toBeCloseTo(quantity, 3)
      // Of items of the same product the last one says what it costs and what it is sold for.
      const last = new Map(entered.map(item => [item.produtoId, item]))
      for (const [product, { custo, venda }] of last) {
        expect(venda).toBeCloseTo(custo * 1.4, 1)
        const { preco_cst_prod, preco_vnd_prod } = await get(`produtos/${product}`)
        expect(preco_vnd_prod).toBe(venda)
        expect(Math.abs(preco_cst_prod - custo)).toBeLessThan(0.0051)
      }

      expect((await shop.post('nfes/cancelarEntrada', { nfeId: id })).statusCode).toBe(200)
      expect([await stock(id), (await get(`nfes/${id}`)).contas]).toEqual([[], []])
      // The supplier's codes are known from now on.
      const codesKnown = await shop.run('SELECT count(*)::int AS n FROM "Fornecedor_produtos" WHERE "CNPJ" = $1', [note.CNPJ])
      expect(codesKnown[0]?.n).toBeGreaterThanOrEqual(new Set(items.map(({ cProd }) => cProd)).size)
    })
  })
