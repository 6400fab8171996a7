import { Decimal } from 'decimal.js'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readShop } from '../../../scripts/counter/counterShop.ts'
import { accountOf, type OwnAccount } from '../../../scripts/counter/ownAccount.ts'
import { playDays } from '../../../scripts/counter/playDays.ts'
import { kinds, type PlayedMovement } from '../../../scripts/counter/playedDay.ts'
import { type BrowserUser, logIn, openBrowser } from '../fixtures/browserUser.ts'
import { openApp, type RunningApp } from '../fixtures/runningApp.ts'
import { allowEmployee, counterOf, openRestaurant, people, type Restaurant } from './shopOfTheMonth.ts'

/**
 * A month of a restaurant: played by `npm run counter`, counted, bought for, priced, paid and checked at browsers by its people. What stock, cash, accounts
 * and reports say in the end is held to sums of what was sent, which share nothing with the product.
 */
describe('a month of a restaurant', () => {
  let fixture: RunningApp
  let shop: Restaurant
  let sent: readonly PlayedMovement[]
  let own: OwnAccount
  const begins = Math.floor(Date.now() / 86_400_000) * 86_400_000 + 3 * 3600_000 - 31 * 86_400_000
  const opened: BrowserUser[] = []

  beforeAll(async () => {
    fixture = await openApp()
    shop = await openRestaurant(fixture.address)
    // Before the month everything is counted once: from here on the books know of it.
    await finalise(new Date(begins), { [shop.juice]: 1000, [shop.water]: 500, [shop.flour]: 50, [shop.cheese]: 20 })
    const client = await counterOf(fixture.address, shop)
    const sold = await readShop(client)
    const refused: string[] = []
    const progress = (_: number, told: { readonly refused: readonly string[] }): void => void refused.push(...told.refused)
    sent = await playDays(client, sold, { days: 30, sales: 12, seed: 3, begins, progress })
    expect(refused).toEqual([])
    own = accountOf(sent)
  })
  afterAll(async () => {
    for (const one of opened) await one.leave()
    await fixture?.close()
  })

  /** Counts over the API, as of a moment. */
  async function finalise(moment: Date, counted: Readonly<Record<number, number>>): Promise<void> {
    const itens = Object.entries(counted).map(([produtoId, quantidade_estoque]) => ({
      produtoId: Number(produtoId),
      quantidade_estoque,
    }))
    const { id } = await shop.owner.post<{ id: number }>('inventarios', { nome: 'Abertura', itens })
    await shop.owner.post('inventarios/finaliza', { inventarioId: id, contagem_em: moment.toISOString() })
  }

  async function sit(email: string): Promise<Page> {
    const me = await openBrowser(fixture.address)
    opened.push(me)
    await logIn(me.page, email)
    // The tab stays in its own store.
    await me.page.evaluate(store => sessionStorage.setItem('lojaId', String(store)), shop.store)
    return me.page
  }

  const balance = async (product: number, moment?: Date): Promise<string> => {
    const filter = encodeURIComponent(JSON.stringify({ id: product, ...(moment ? { createdBefore: moment.toISOString() } : {}) }))
    const [row] = await shop.owner.get<readonly { readonly saldo: number }[]>(`Estoque/list?filter=${filter}`)
    return new Decimal(row?.saldo ?? Number.NaN).toString()
  }
  const left = (product: number, at: OwnAccount = own): Decimal => new Decimal(at.goods.get(product) ?? 0).div(1000)

  it('the books know what left, at the end and in the middle', async () => {
    expect(own.sales).toBeGreaterThan(250)
    for (const [product, counted] of [
      [shop.juice, 1000],
      [shop.water, 500],
    ] as const)
      expect(await balance(product)).toBe(new Decimal(counted).minus(left(product)).toString())
    // Up to a moment: what was sold by then, unless it was struck out by then.
    const middle = new Date(begins + 15 * 86_400_000)
    const then = goodsAt(sent, middle)
    expect(await balance(shop.juice, middle)).toBe(new Decimal(1000).minus(left(shop.juice, then)).toString())
    expect(await balance(shop.flour)).toBe('50')
  })

  it('who keeps the stock sees it, counts it, and sees nothing of the cash', async () => {
    const page = await sit(people.employee)
    await page.goto('/estoque')
    const text = `${new Decimal(1000).minus(left(shop.juice)).toNumber().toLocaleString('pt-BR')}`
    await page
      .getByRole('row', { name: /Suco de laranja/ })
      .getByText(text)
      .first()
      .waitFor()
    await page.goto('/caixas')
    await page.getByRole('button', { name: 'Voltar' }).waitFor()
    await page.goto('/inventarios/create')
    await page.getByRole('textbox', { name: 'Nome' }).fill('Fim do mês')
    const bar = page.getByRole('group', { name: 'Adicionar em Itens' })
    await bar.getByRole('combobox', { name: 'Produto' }).fill('3')
    await page.getByRole('option', { name: /Água/ }).first().click()
    await bar.getByRole('textbox', { name: 'Estoque' }).fill('40')
    await bar.getByRole('textbox', { name: 'Estoque' }).press('Enter')
    await page.getByRole('grid', { name: 'Itens' }).getByText('Água').waitFor()
    await page.getByRole('button', { name: 'Finalizar' }).click()
    await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Finalizar' }).click()
    await page.getByText('Inventário finalizado com sucesso').waitFor()
    expect(await balance(shop.water)).toBe('40')
    const [counted] = await shop.owner.get<readonly { readonly itens: readonly { readonly quebra_estoque: number }[] }[]>(
      `inventarios/findInclude?filter=${encodeURIComponent(JSON.stringify({ where: { nome: 'Fim do mês' }, include: 'itens' }))}`,
    )
    const book = new Decimal(500).minus(left(shop.water))
    expect(new Decimal(counted?.itens[0]?.quebra_estoque ?? Number.NaN).toString()).toBe(new Decimal(40).minus(book).toString())
  })

  it('the owner buys: goods come in and a bill is owed, and it is paid', async () => {
    const before = new Decimal(await balance(shop.cheese))
    const { id } = await shop.owner.post<{ id: number }>('pedidos', {
      tipo: 'COMPRA',
      status: 'DIGITACAO',
      parceiroId: shop.supplier,
      itens: [{ produtoId: shop.cheese, codigo: '102', descricao: 'Queijo', quantidade: 12.5, valor_unitario: 38.4 }],
      contas: [{ vencimento: '2030-01-10', valor: 480, classificacaoId: shop.classification, centroCustoId: shop.costCentre }],
    })
    const page = await sit(people.owner)
    await page.goto(`/pedidos/${id}`)
    await page.locator('select[name=status]').selectOption({ label: 'Concluído' })
    await page.keyboard.press('Control+s')
    await expect.poll(() => balance(shop.cheese)).toBe(before.plus(12.5).toString())
    const bills =
      await shop.owner.get<readonly { readonly id: number; readonly valor: number; readonly pago: boolean }[]>('Conta')
    expect(bills.map(({ valor, pago }) => [valor, pago])).toEqual([[480, false]])
    await page.goto('/Conta?vencimento=')
    const row = page.getByRole('row').filter({ hasText: 'R$ 480,00' }).first()
    await row.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Pagar', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Pagar contas' }).click()
    await expect
      .poll(async () => (await shop.owner.get<readonly { readonly pago: boolean }[]>('Conta')).map(one => one.pago))
      .toEqual([true])
    const paid = await shop.owner
      .get<unknown>(`relatorio/contas/pagas?startDate=${dayAround(-1)}&endDate=${dayAround(1)}`)
      .catch(String)
    expect(JSON.stringify(paid)).toContain('480')
  })

  it('a dish takes its ingredients with it from the moment of its sheet, and is priced by their cost', async () => {
    await shop.owner.post('ficha_tecnicas', {
      produtoId: shop.pizza,
      itens: [
        { produtoId: shop.flour, quantidade: 0.3 },
        { produtoId: shop.cheese, quantidade: 0.25 },
      ],
    })
    const flour = new Decimal(await balance(shop.flour))
    const client = await counterOf(fixture.address, shop)
    const now = new Date().toISOString()
    const [pattern] = sent.filter(one => one.tipoMovimentoId === kinds.sale)
    if (!pattern) throw new Error('nothing was sold')
    const line = { ordem: 0, produtoId: shop.pizza, descricao: 'Pizza', qtd: 4, valor_unitario: 49.9, valor_bruto: 199.6 }
    const receipt = { ordem: 0, moedaId: shop.cash, valor: 199.6, correntista: false }
    const moments = { aberto_em: now, fechado_em: now, recebido_em: now, contado_em: now, alterado_em: now }
    const totals = { total_desconto: 0, servico: false, total_servico: 0, valor_final: 199.6 }
    await client.post('Movimentos/lote', {
      movimentos: [
        { ...pattern, ...moments, ...totals, chave: 'forno', mov: 999, abertura: 999, produtos: [line], recebimentos: [receipt] },
      ],
    })
    await expect.poll(() => balance(shop.flour)).toBe(flour.minus(1.2).toString())
    const page = await sit(people.owner)
    await page.goto('/ficha_tecnicas')
    await page.getByRole('button', { name: 'Análise de Custo' }).click()
    const dialog = page.getByRole('dialog', { name: 'Análise de Custo' })
    // 0.3 of flour at 5 and 0.25 of cheese at 40.
    const row = dialog.getByRole('row', { name: /Pizza/ })
    await row.getByText('R$ 11,50').waitFor()
    await row.getByRole('gridcell').nth(8).dblclick()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('55')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Salvar 1 linha' }).click()
    await page.getByText('1 produto com novo custo e preço.').waitFor()
    const { preco_cst_prod, preco_vnd_prod } = await shop.owner.get<Record<string, number>>(`produtos/${shop.pizza}`)
    expect([preco_cst_prod, preco_vnd_prod]).toEqual([11.5, 55])
  })

  it('who checks the cash finds each session complete and right, checks one, and sees nothing of the stock', async () => {
    await allowEmployee(shop, { estoque_ver: false, caixa_conferir: true })
    const page = await sit(people.employee)
    await page.goto('/estoque')
    await page.getByRole('button', { name: 'Voltar' }).waitFor()
    type Session = {
      readonly id: number
      readonly abertura: number
      readonly sincronizacao: string
      readonly valores: readonly Value[]
    }
    type Value = { readonly moedaId: number; readonly valor_contabilizado: number }
    const sessions = await shop.owner.get<readonly Session[]>(
      `caixas/findInclude?filter=${encodeURIComponent(JSON.stringify({ limit: 100, include: 'valores' }))}`,
    )
    expect(sessions).toHaveLength(30)
    expect(new Set(sessions.map(one => one.sincronizacao))).toEqual(new Set(['COMPLETO']))
    const [first] = sessions
    if (!first) throw new Error('no session')
    const inSession = accountOf(sent.filter(one => one.abertura === first.abertura))
    for (const value of first.valores)
      expect(new Decimal(value.valor_contabilizado).times(100).toNumber()).toBe(inSession.received.get(value.moedaId) ?? 0)
    const closing = await shop.owner.get<Record<string, readonly { readonly qtd: number; readonly total: number }[]>>(
      `caixas/fechamento?id=${first.id}`,
    )
    const receipts = closing.Recebimentos ?? []
    const all = receipts.reduce((sum, one) => sum.plus(one.total), new Decimal(0))
    expect(all.times(100).toNumber()).toBe(inSession.sold)
    await page.goto(`/caixas/${first.id}`)
    await page.getByRole('button', { name: 'Conferir', exact: true }).click()
    await page.getByText('Caixa conferido.').waitFor()
  })

  it('reports add up to what was sent', async () => {
    const period = `startDate=${encodeURIComponent(new Date(begins).toISOString())}&endDate=${encodeURIComponent(new Date(begins + 30 * 86_400_000).toISOString())}`
    type Told = { readonly total: number; readonly totalPorMoeda: readonly { readonly moeda: string; readonly total: number }[] }
    const told = await shop.owner.get<Told>(`Relatorio/pdv/faturamento_moeda?${period}`)
    const cents = (name: string): number | undefined => {
      const found = told.totalPorMoeda.find(one => one.moeda === name)
      return found && new Decimal(found.total).times(100).toNumber()
    }
    expect(cents('Dinheiro')).toBe(own.received.get(shop.cash))
    expect(cents('Crédito')).toBe(own.received.get(shop.card))
    expect(new Decimal(told.total).times(100).toNumber()).toBe(own.sold)
  })
})

const dayAround = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()

/** Returns the goods that had left by a moment: versions that were there by then. */
function goodsAt(sent: readonly PlayedMovement[], moment: Date): OwnAccount {
  const until = moment.toISOString()
  return accountOf(lastOf(sent).flatMap(one => (one.contado_em > until ? [] : [asOf(one, until)])))
}

/** The last version of each movement. */
function lastOf(sent: readonly PlayedMovement[]): PlayedMovement[] {
  const last = new Map<string, PlayedMovement>()
  for (const one of sent)
    if (!last.has(one.chave) || (last.get(one.chave)?.alterado_em ?? '') <= one.alterado_em) last.set(one.chave, one)
  return [...last.values()]
}

/** A movement with what was struck out later still in it. */
const asOf = (one: PlayedMovement, until: string): PlayedMovement => ({
  ...one,
  deletado_em: one.deletado_em !== null && one.deletado_em <= until ? one.deletado_em : null,
  produtos: one.produtos.map(line =>
    line.deletado_em !== null && line.deletado_em > until ? { ...line, deletado_em: null } : line,
  ),
})
