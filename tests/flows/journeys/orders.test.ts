import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { readQrCode } from '../../../src/plugins/nfe/danfce/fixtures/readQrCode.ts'
import { violations } from '../fixtures/axe.ts'
import { type BrowserUser, chooseReference, openBrowser, signIn } from '../fixtures/browserUser.ts'
import { holdReplies } from '../fixtures/heldReplies.ts'
import { openApp, type RunningApp } from '../fixtures/runningApp.ts'
import { untilSteady } from '../fixtures/untilSteady.ts'

let fixture: RunningApp
let me: BrowserUser

beforeAll(async () => {
  fixture = await openApp()
})
afterAll(() => fixture?.close())
beforeEach(async () => {
  me = await openBrowser(fixture.address)
  await signIn(me.page, 'dono@demo.com.br')
})
afterEach(async () => {
  expect(me.errors).toEqual([])
  await me.leave()
})

/** The record that was made last. */
async function newest<T>(register: string): Promise<[T]> {
  const headers = { Authorization: await me.page.evaluate(() => localStorage.getItem('token') ?? '') }
  const filter = encodeURIComponent(JSON.stringify({ where: { lojaId: 1 }, order: ['id DESC'], limit: 1 }))
  return (await (await me.page.request.get(`/api/${register}/list?filter=${filter}`, { headers })).json()) as [T]
}

it('a save right after a row was added means the row, and waits for it', async () => {
  const { page } = me
  await page.goto('/pedidos/create')
  await page.getByLabel('Tipo').selectOption({ label: 'Compra' })
  await chooseReference(page, 'Parceiro', 'Caf', /Café/)
  const products = page.getByRole('group', { name: 'Adicionar em Produtos' })
  const chosen = await holdReplies(page, '**/api/produtos/list?*')
  const addCoke = async (): Promise<void> => {
    await products.getByRole('combobox', { name: 'Produto' }).fill('Coca')
    await page.getByRole('option', { name: /Coca/ }).first().click()
    await products.getByRole('textbox', { name: 'Quantidade' }).fill('3')
    await products.getByRole('textbox', { name: 'Valor unitário' }).fill('7,5')
    await products.getByRole('button', { name: 'Adicionar' }).click()
  }
  await addCoke()
  await page.keyboard.press('Control+s')
  chosen.release()
  await page.waitForURL(url => !url.pathname.includes('create'))
  const [{ id }] = await newest<{ id: number }>('pedidos')
  await page.goto(`/pedidos/${id}`)
  await page.getByRole('grid', { name: 'Produtos' }).getByText('R$ 22,50').first().waitFor()
  await page.unrouteAll()

  // A row that cannot be added is told, and nothing is saved without it.
  const version = async () => (await newest<{ version: number }>('pedidos'))[0].version
  const before = await version()
  const again = await holdReplies(page, '**/api/produtos/list?*')
  await page.getByLabel('Observação').first().fill('Sem a linha')
  await products.getByRole('combobox', { name: 'Produto' }).fill('Coca')
  await page.getByRole('option', { name: /Coca/ }).first().click()
  await products.getByRole('textbox', { name: 'Quantidade' }).fill('0')
  await products.getByRole('button', { name: 'Adicionar' }).click()
  await page.keyboard.press('Control+s')
  again.release()
  await products.getByRole('textbox', { name: 'Quantidade' }).and(page.locator('[aria-invalid=true]')).waitFor()
  await untilSteady(page)
  expect(await version()).toBe(before)
  page.once('dialog', dialog => void dialog.accept())
})

it('an order is typed, sent once its payments add up, and opened by its partner', async () => {
  const { page } = me
  await page.goto('/pedidos/create')
  await page.getByLabel('Tipo').selectOption({ label: 'Compra' })
  await chooseReference(page, 'Parceiro', 'Caf', /Café/)
  const products = page.getByRole('group', { name: 'Adicionar em Produtos' })
  await page.getByText('Nenhum produto no pedido').waitFor()
  await page.getByText('Nenhum pagamento no pedido').waitFor()
  await products.getByRole('combobox', { name: 'Produto' }).press('Enter')
  await products.getByText('Preencha o produto!').waitFor()
  await products.getByRole('combobox', { name: 'Produto' }).fill('Coca')
  await page.getByRole('option', { name: /Coca/ }).first().click()
  await expect.poll(() => products.getByRole('textbox', { name: 'Código' }).inputValue()).not.toBe('')
  await products.getByRole('textbox', { name: 'Quantidade' }).fill('2')
  await products.getByRole('textbox', { name: 'Valor unitário' }).fill('10,5')
  await products.getByRole('textbox', { name: 'Valor unitário' }).press('Enter')
  await page.getByRole('grid', { name: 'Produtos' }).getByText('R$ 21,00').first().waitFor()

  await page.getByRole('combobox', { name: /^Situação/ }).selectOption({ label: 'Enviado' })
  await page.keyboard.press('Control+s')
  await page.getByText('Total dos pagamentos deve ser igual ao total do pedido').first().waitFor()

  await page.getByRole('combobox', { name: /^Situação/ }).selectOption({ label: 'Em digitação' })
  const payments = page.getByRole('group', { name: 'Adicionar em Pagamentos' })
  await payments.getByRole('textbox', { name: 'Vencimento' }).fill('10/12/2030')
  await payments.getByRole('textbox', { name: 'Valor' }).fill('21')
  await payments.getByRole('combobox', { name: 'Classificação' }).fill('Alug')
  await page
    .getByRole('option', { name: /Aluguel/ })
    .first()
    .click()
  await payments.getByRole('combobox', { name: 'Centro de custo' }).fill('Adm')
  await page
    .getByRole('option', { name: /Administração/ })
    .first()
    .click()
  await payments.getByRole('button', { name: 'Adicionar' }).click()
  await page.getByRole('combobox', { name: /^Situação/ }).selectOption({ label: 'Enviado' })
  await page.keyboard.press('Control+s')
  await page.waitForURL(url => !url.pathname.includes('create'))
  const [{ id, uuid }] = await newest<{ id: number; uuid: string }>('pedidos')
  await page.goto(`/pedidos/${id}`)
  await page.getByRole('grid', { name: 'Produtos' }).waitFor()
  await expect.poll(() => page.getByRole('group', { name: 'Adicionar em Produtos' }).count()).toBe(0)
  expect(await violations(page)).toEqual([])

  await page.evaluate(() => localStorage.removeItem('token'))
  await page.goto(`/pedidoDetalhes?uuid=${uuid}&lojaId=1`)
  await page.getByRole('button', { name: 'Imprimir' }).waitFor()
  expect(await page.getByRole('navigation').count()).toBe(0)
  // Products and total are the same, and no item has a discount.
  for (const [text, times] of [
    ['Enviado', 1],
    ['Total do pedido', 1],
    ['Produtos', 0],
    ['Desconto', 0],
    ['Frete', 0],
  ] as const)
    expect([text, await page.getByText(text, { exact: true }).count()]).toEqual([text, times])
  expect(await violations(page)).toEqual([])
  await page.goto('/pedidoDetalhes?uuid=nenhum&lojaId=1')
  await page.getByText('Pedido não encontrado.').waitFor()
})

it('an account that repeats shows its instalments before and after it is saved', async () => {
  const { page } = me
  await page.goto('/Conta/create')
  await page.getByRole('textbox', { name: 'Vencimento' }).fill('31/01/2030')
  await page.getByRole('textbox', { name: 'Valor' }).fill('150')
  await page.getByRole('textbox', { name: 'Descrição' }).fill('Seguro da loja')
  await chooseReference(page, 'Classificação', 'Aluguel', /Aluguel/)
  await chooseReference(page, 'Centro de custo', 'Adm', /Administração/)
  await page.getByRole('switch', { name: 'Repete' }).click()
  await page.getByRole('textbox', { name: 'Ocorrências' }).fill('3')
  const preview = page.getByRole('grid', { name: 'Próximas parcelas' })
  await preview.getByText('31/03/2030').waitFor()
  expect(await preview.getByText('28/02/2030').count()).toBe(1)
  await page.keyboard.press('Control+s')
  await page.waitForURL(url => !url.pathname.includes('create'))
  const [{ id }] = await newest<{ id: number }>('Conta')
  await page.goto(`/Conta/${id}`)
  // The last of the three lists the others.
  await page.getByText('28/02/2030').first().waitFor()

  await page.goto('/Conta')
  await page.getByRole('button', { name: /^Filtros/ }).click()
  const panel = page.getByRole('dialog', { name: 'Filtros' })
  expect(await panel.getByRole('button', { name: 'Vencidas' }).getAttribute('aria-pressed')).toBe('true')
  await panel.getByRole('button', { name: '30 dias' }).click()
  await panel.getByRole('button', { name: 'Aplicar' }).click()
  await page.waitForURL(/vencimento=/)
})

it('a bill to receive is charged by Pix once the store has a key, and the partner pays by the link', async () => {
  const { page } = me
  const headers = { Authorization: await page.evaluate(() => localStorage.getItem('token') ?? '') }
  const make = async <T>(register: string, data: object): Promise<T> =>
    (await (await page.request.post(`/api/${register}/save`, { headers, data: { lojaId: 1, ...data } })).json()) as T
  const firstOf = async <T>(register: string): Promise<T> => {
    const filter = encodeURIComponent(JSON.stringify({ where: { lojaId: 1 }, order: ['id ASC'], limit: 1 }))
    return ((await (await page.request.get(`/api/${register}/list?filter=${filter}`, { headers })).json()) as [T])[0]
  }
  const [partner, product, classification, centre] = await Promise.all(
    ['parceiros', 'produtos', 'Conta_classificacoes', 'Conta_centros_custos'].map(name => firstOf<{ id: number }>(name)),
  )
  const payment = { vencimento: '2030-12-10', valor: 84.2, classificacaoId: classification?.id, centroCustoId: centre?.id }
  const { id } = await make<{ id: number }>('Conta', { ...payment, tipo: 'RECEBER', descricao: 'Encomenda' })
  const { uuid } = await make<{ uuid: string }>('pedidos', {
    tipo: 'VENDA',
    status: 'ENVIADO',
    parceiroId: partner?.id,
    itens: [{ produtoId: product?.id, codigo: '1', descricao: 'Bolo', quantidade: 2, valor_unitario: 42.1 }],
    contas: [payment],
  })
  const charge = async () => {
    await page.goto(`/Conta/${id}`)
    await page.getByRole('button', { name: 'Mais ações' }).click()
    await page.getByRole('menuitem', { name: 'Cobrar por Pix' }).click()
    return page.getByRole('dialog', { name: 'Cobrar por Pix' })
  }
  const empty = await charge()
  await empty.getByText('A loja ainda não tem chave Pix.').waitFor()
  await empty.getByRole('button', { name: 'Preencher a chave Pix' }).click()
  await page.waitForURL(/loja_perfil/)
  await page.getByRole('tab', { name: 'App' }).click()
  await page.getByRole('textbox', { name: 'Chave Pix' }).fill('(11) 98765-4321')
  await page.keyboard.press('Control+s')
  await page.getByText(/A página vai recarregar/).waitFor()

  const dialog = await charge()
  const scanned = async (): Promise<string> => {
    const outline = await page.getByRole('img', { name: 'Pix copia e cola' }).locator('path').getAttribute('d')
    return readQrCode(
      [...(outline ?? '').matchAll(/M(\d+) (\d+)h/g)].map(([, x, y]) => ({ x: Number(x), y: Number(y), side: 1, height: 1 })),
    )
  }
  await dialog.getByText('R$ 84,20').waitFor()
  expect(await scanned()).toMatch(/0114\+5511987654321.*540584\.20/)
  expect(await dialog.getByText(await scanned(), { exact: true }).count()).toBe(1)
  expect(await violations(page)).toEqual([])

  await page.goto(`/pedidoDetalhes?uuid=${uuid}&lojaId=1`)
  const paper = page.getByRole('region', { name: 'Pague com Pix' })
  await paper.getByText('R$ 84,20').waitFor()
  expect(await scanned()).toMatch(/0114\+5511987654321.*540584\.20.*PEDIDO\d+6304/)
  await page.emulateMedia({ media: 'print' })
  expect(await paper.getByRole('button', { name: /^Copiar/ }).count()).toBe(0)
  await page.emulateMedia({ media: 'screen' })
  expect(await violations(page)).toEqual([])
})
