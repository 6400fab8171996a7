import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { callApi, findProduct } from '../fixtures/apiCalls.ts'
import { violations } from '../fixtures/axe.ts'
import { logIn } from '../fixtures/browserUser.ts'
import { actOnRecord, answerDialog } from '../fixtures/consumerSales.ts'
import { holdReplies } from '../fixtures/heldReplies.ts'
import { useVisitor } from '../fixtures/ownerSession.ts'

describe('an employee with few permissions', () => {
  const desk = useVisitor()

  const send = async (method: string, path: string, token = '', body?: object) => {
    const headers = { 'content-type': 'application/json', authorization: token }
    const reply = await fetch(`${desk.fixture.address}/api/${path}`, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    expect(reply.status).toBe(200)
    return reply.json()
  }

  /** The owner leaves the employee these flags only, and has a person of the shop to their name. */
  const leave = async (...flags: readonly string[]): Promise<void> => {
    const { id: token } = await send('POST', 'users/login', '', { email: 'dono@demo.com.br', password: 'demo1234' })
    const people = (await send('GET', 'user_lojas/list?lojaId=1', token)) as Record<string, unknown>[]
    const { id, version, ...own } = people.find(one => one.email === 'funcionario@demo.com.br') ?? {}
    const all = Object.entries(own).filter(([name, value]) => typeof value === 'boolean' && name.includes('_'))
    const body = Object.fromEntries([...all.map(([name]) => [name, false]), ...flags.map(name => [name, true])])
    const { parceiroId } = people.find(one => one.email === 'dono@demo.com.br') ?? {}
    await send('PATCH', `user_lojas/${id}?lojaId=1`, token, { ...body, version, lojaId: 1, parceiroId })
  }

  /** The last sale of the delivery platform in a till that nobody has checked. */
  const cancellable = async (page: Page): Promise<number | undefined> => {
    const newest = async (register: string, where: object): Promise<{ id: number }[]> => {
      const filter = encodeURIComponent(JSON.stringify({ where, order: ['id DESC'], limit: 100 }))
      return (await callApi(page, `${register}/list?filter=${filter}`)) as { id: number }[]
    }
    const open = (await newest('caixas', { status: 1 })).map(({ id }) => id)
    const paid = { canal_venda: 'IFOOD', recebido_em: { neq: null }, deletado_em: null, caixaId: { inq: open } }
    return (await newest('Movimentos', paid))[0]?.id
  }

  it('who may see the sales of one of two stores stays on the first page, and is told which store a report lacks', async () => {
    const { id: token } = await send('POST', 'users/login', '', { email: 'dono@demo.com.br', password: 'demo1234' })
    const people = (await send('GET', 'user_lojas/list?lojaId=1', token)) as Record<string, unknown>[]
    const { id, version } = people.find(one => one.email === 'contabilidade@demo.com.br') ?? {}
    await send('PATCH', `user_lojas/${id}?lojaId=1`, token, { version, lojaId: 1, papelId: null, pdv_relatorios: true })
    const { page } = desk.me
    const refused = page.waitForResponse(reply => reply.status() === 403 && /inicio\/lojas/i.test(reply.url()))
    await logIn(page, 'contabilidade@demo.com.br')
    await refused
    await page.getByRole('heading', { name: 'Suas lojas agora' }).waitFor()
    await page.goto('/relatorio/faturamento-moeda?startDate=2026-01-01&endDate=2026-01-31&lojas=1,2')
    await page.getByText(/Lanches da Praça: Falta a você a permissão "Relatórios do PDV"/).waitFor()
    await page.goto('/relatorio/faturamento-moeda?startDate=2026-01-01&endDate=2026-01-31&lojas=1')
    await page.getByRole('search', { name: 'Filtros do relatório' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/relatorio/faturamento-moeda')
  })

  it('who checks tills finds them in the menu, and checks one', async () => {
    await leave('caixa_conferir')
    const { page } = desk.me
    await logIn(page, 'funcionario@demo.com.br')
    await page.getByRole('link', { name: 'Não conferidos', exact: true }).first().click()
    const waiting = { where: { status: 1, sincronizacao: 'COMPLETO' }, order: ['abertura DESC'], limit: 1 }
    const [till] = (await callApi(page, `caixas/list?filter=${encodeURIComponent(JSON.stringify(waiting))}`)) as {
      abertura: number
    }[]
    await page
      .getByRole('row', { name: new RegExp(String.raw`\b${till?.abertura}\b`) })
      .first()
      .getByRole('link')
      .first()
      .click()
    await page.getByRole('textbox', { name: 'Observação' }).waitFor()
    // Nobody who goes elsewhere while the next one is looked for is led to it any more.
    const next = /\/api\/caixas\?.*neq/
    const search = await holdReplies(page, next)
    await page.getByRole('button', { name: 'Conferir', exact: true }).click()
    await page.getByText('Caixa conferido.').waitFor()
    await search.asked
    await page.getByRole('link', { name: 'Conferidos', exact: true }).first().click()
    const checked = page.getByRole('row', { name: /Conferido/ }).first()
    await checked.waitFor()
    const found = page.waitForResponse(next)
    search.release()
    await (await found).finished()
    await page.evaluate(() => new Promise(drawn => requestAnimationFrame(() => setTimeout(drawn))))
    expect(new URL(page.url()).pathname).toBe('/caixas')
    await checked.waitFor()
    expect(await page.getByRole('link', { name: 'Movimentos' }).count()).toBe(0)
  })

  it('who may cancel sales finds one by its number on a phone, is asked by two buttons of different names, and cancels one', async () => {
    await leave('pdv_relatorios', 'caixa_cancelar_venda')
    const { page } = desk.me
    await page.setViewportSize({ width: 390, height: 844 })
    await logIn(page, 'funcionario@demo.com.br')
    const paid = { where: { recebido_em: { neq: null }, deletado_em: null }, order: ['id DESC'], limit: 1 }
    const [sale] = (await callApi(page, `Movimentos/list?filter=${encodeURIComponent(JSON.stringify(paid))}`)) as { id: number }[]
    await page.getByRole('button', { name: 'Buscar', exact: true }).click()
    await page.keyboard.type(`${sale?.id}`)
    await page.getByRole('option', { name: `Movimento ${sale?.id}` }).click()
    await page.getByRole('heading', { name: `Movimento ${sale?.id}`, level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Mais ações', exact: true }).first().click()
    await page.getByRole('menuitem', { name: 'Cancelar a venda', exact: true }).click()
    const question = page.getByRole('alertdialog').or(page.getByRole('dialog'))
    await question.getByText(`Cancelar o movimento ${sale?.id}?`).waitFor()
    expect(await question.getByRole('button', { name: 'Cancelar a venda', exact: true }).count()).toBe(1)
    await question.getByRole('button', { name: 'Voltar', exact: true }).click()
    await question.waitFor({ state: 'detached' })
    await page.getByText('Pago').first().waitFor()
    // A sale of this channel has no invoice that would have to be cancelled first; none leaves a till that was checked.
    await page.goto(`/Movimentos/${await cancellable(page)}`)
    await page.getByText('Pago').first().waitFor()
    await actOnRecord(page, 'Cancelar a venda')
    await answerDialog(page, 'Cancelar a venda')
    await page.getByText('Movimento cancelado.').waitFor()
    await page.getByText('Cancelado', { exact: true }).first().waitFor()
  })

  it('whose right is taken away while they type is told which, and finds it all on the same page once it is given back', async () => {
    await leave('cardapio_ver', 'cardapio_editar')
    const { page } = desk.me
    await logIn(page, 'funcionario@demo.com.br')
    const { id } = await findProduct(page, 'bruschetta')
    await page.goto(`/produtos/${id}`)
    const price = page.getByRole('textbox', { name: 'Preço de venda', exact: true })
    await price.fill('29,9')
    await leave('cardapio_ver')
    await page.keyboard.press('Control+s')
    await page.getByText('Falta a você a permissão "Editar o cardápio" nesta loja.').waitFor()
    await leave('cardapio_ver', 'cardapio_editar')
    await page.getByLabel('E-mail').fill('funcionario@demo.com.br')
    await page.getByLabel('Senha', { exact: true }).fill('demo1234')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Recuperar' }).click()
    await expect.poll(() => price.inputValue()).toBe('29,90')
    expect(new URL(page.url()).pathname).toBe(`/produtos/${id}`)
  })

  it('who sees the stock counts it on a phone, and reads what is missing', async () => {
    await leave('estoque_ver')
    const { page } = desk.me
    await page.setViewportSize({ width: 390, height: 844 })
    await logIn(page, 'funcionario@demo.com.br')
    await page.goto('/inventarios/create')
    await page.getByRole('textbox', { name: 'Nome' }).fill('Contagem da noite')
    const bar = page.getByRole('group', { name: 'Adicionar em Itens' })
    await bar.getByRole('combobox', { name: 'Produto' }).fill('Affogato')
    await page
      .getByRole('option', { name: /Affogato/ })
      .first()
      .click()
    await bar.getByRole('textbox', { name: 'Estoque' }).fill('7,5')
    await bar.getByRole('button', { name: 'Adicionar' }).click()
    await page.getByText('7,500').first().waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Finalizar' }).click()
    await answerDialog(page, 'Finalizar')
    await page.getByText('Inventário finalizado com sucesso').waitFor()
    await page.getByText('Quebra').first().waitFor()
  })

  it('who may open nothing is told so, and whom to ask', async () => {
    await leave('caixa_sangria')
    const { page } = desk.me
    await logIn(page, 'funcionario@demo.com.br')
    await page
      .getByRole('region', { name: 'Nenhuma tela liberada' })
      .getByText(/Peça ao proprietário/)
      .waitFor()
    expect(await violations(page)).toEqual([])
  })
})
