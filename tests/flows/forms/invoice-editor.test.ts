import type { Locator, Page } from 'playwright'
import { expect, it } from 'vitest'
import { callApi } from '../fixtures/apiCalls.ts'
import { violations } from '../fixtures/axe.ts'
import { openBrowser } from '../fixtures/browserUser.ts'
import { openOneOwnerSession } from '../fixtures/ownerSession.ts'

/** An NF-e as it is typed: worked out at every key, item by item, and saved as it was shown. */

const desk = openOneOwnerSession()

const bar = (page: Page, list: string): Locator => page.getByRole('group', { name: `Adicionar em ${list}` })
const tab = (page: Page, name: string): Promise<void> => page.getByRole('tab', { name, exact: false }).first().click()
const dialog = (page: Page): Locator => page.getByRole('dialog')
const field = (page: Page, name: string): Locator =>
  dialog(page).locator(`[data-field=${name}] :is(input, select, textarea)`).first()

async function addItem(page: Page, code: string, quantity: string, price: string): Promise<void> {
  const box = bar(page, 'Produtos')
  await box.getByRole('combobox', { name: 'Produto' }).fill(code)
  await page.keyboard.press('Enter')
  const unit = box.getByRole('textbox', { name: 'Valor unitário' })
  await expect.poll(() => unit.evaluate(input => input === document.activeElement)).toBe(true)
  await box.getByRole('textbox', { name: 'Quantidade' }).fill(quantity)
  await unit.fill(price)
  await unit.press('Enter')
  await box.getByText(/^Incluído/).waitFor()
}

/** Every amount that the dialogs of the items show, by item and field. */
async function shownItems(page: Page, count: number): Promise<Record<string, string>[]> {
  await page.getByRole('button', { name: 'Impostos do item' }).first().click()
  const items: Record<string, string>[] = []
  for (let at = 0; at < count; at += 1) {
    await dialog(page)
      .getByText(`${at + 1} de ${count}`)
      .waitFor()
    const item: Record<string, string> = {}
    for (const name of ['PRODUTO', 'ICMS', 'PIS', 'COFINS', 'IPI', 'IBS/CBS']) {
      await dialog(page).getByRole('tab', { name, exact: true }).click()
      // The NCM's code comes with the item, its text a little later.
      if (name === 'PRODUTO') await expect.poll(() => field(page, 'ncmId').inputValue()).toContain(' · ')
      for (const box of await dialog(page).locator('[data-field]').all()) {
        const key = (await box.getAttribute('data-field')) ?? ''
        item[key] = await box.locator(':is(input, select, textarea)').first().inputValue()
      }
    }
    items.push(item)
    if (at < count - 1) await page.keyboard.press('Alt+PageDown')
  }
  await dialog(page).getByRole('button', { name: 'Fechar' }).click()
  return items
}

async function shownTotals(page: Page): Promise<Record<string, string>> {
  await tab(page, 'Totais')
  const inputs = await page.getByRole('tabpanel', { name: 'Totais' }).locator('input').all()
  const told = await Promise.all(inputs.map(async input => [await input.getAttribute('id'), await input.inputValue()] as const))
  return Object.fromEntries(told.map(([id, value]) => [id?.split('-').at(-1) ?? '', value]))
}

async function choose(page: Page, typed: string, wanted: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: 'Destinatário', exact: true }).fill(typed)
  await page.getByRole('listbox').getByRole('option', { name: wanted }).first().click()
}

async function save(page: Page): Promise<number> {
  const saved = page.waitForResponse(reply => reply.url().includes('NFe_emissaos') && reply.request().method() !== 'GET')
  await page.getByRole('button', { name: 'Salvar NF-e' }).click()
  const reply = await saved
  expect(reply.status(), await reply.text()).toBeLessThan(300)
  return Number((await reply.json()).id)
}

/** Pays all that is left by PIX. */
async function pay(page: Page): Promise<void> {
  await tab(page, 'Pagamentos')
  await bar(page, 'Pagamentos').getByRole('combobox', { name: 'Tipo' }).selectOption({ label: '17 - Pix' })
  await bar(page, 'Pagamentos').getByRole('button', { name: 'Adicionar' }).click()
  await page.getByRole('grid', { name: 'Pagamentos' }).getByText('17 - Pix').first().waitFor()
}

async function begin(page: Page): Promise<void> {
  await page.goto('/NFe_emissaos/create')
  await expect.poll(() => page.getByRole('textbox', { name: 'Número', exact: true }).inputValue()).toMatch(/^\d+$/)
  await tab(page, 'Destinatário')
  await choose(page, 'a', /./)
  await tab(page, 'Produtos')
}

it('a note of five codes is typed, and the save stores every amount that was shown', async () => {
  const { page } = desk.me
  await begin(page)
  const codes = ['101', '201', '202', '900', '102']
  for (const [at] of codes.entries()) await addItem(page, `10${at + 1}`, `${at + 1},5`, `1${at},123456`)
  await page.getByRole('button', { name: 'Impostos do item' }).first().click()
  await dialog(page).getByRole('tab', { name: 'ICMS' }).click()
  for (const code of codes) {
    await field(page, 'icms_cst').selectOption(code)
    if (['201', '202', '900'].includes(code)) {
      await field(page, 'icms_st_mva').fill('40')
      await field(page, 'icms_st_alq').fill('18')
    } else await expect.poll(() => field(page, 'icms_st_alq').getAttribute('readonly')).not.toBeNull()
    if (code === '900') await field(page, 'icms_alq').fill('12,5')
    // The credit of the Simples Nacional is asked for where its code has one.
    const asked = ['101', '201'].includes(code)
    await expect.poll(() => dialog(page).locator('[data-field=cred_sn_alq] .field-required').count()).toBe(asked ? 1 : 0)
    await page.keyboard.press('Alt+PageDown')
  }
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await tab(page, 'Totais')
  await page.getByRole('tabpanel', { name: 'Totais' }).getByLabel('Desconto', { exact: true }).fill('3,33')
  await page.getByRole('tabpanel', { name: 'Totais' }).getByLabel('Frete', { exact: true }).fill('10')
  const totals = await shownTotals(page)
  await tab(page, 'Produtos')
  const items = await shownItems(page, codes.length)
  expect(items.map(item => item.icms_cst)).toEqual(codes)
  expect(items.map(item => item.icms_v)).toEqual(['0,00', '0,00', '0,00', items[3]?.icms_v, '0,00'])
  expect(items[3]?.icms_v).not.toBe('0,00')
  expect(items[1]?.icms_st_v).not.toBe('0,00')

  await pay(page)
  const id = await save(page)
  await page.goto(`/NFe_emissaos/${id}/produtos`)
  await page.getByRole('grid', { name: 'Produtos' }).waitFor()
  expect(await shownItems(page, codes.length)).toEqual(items)
  expect(await shownTotals(page)).toEqual(totals)
  const note = (await callApi(page, `NFe_emissaos/${id}`)) as Record<string, unknown> & { readonly itens: readonly unknown[] }
  expect(note).toMatchObject({ total_desconto: 3.33, total_frete: 10, situacao: 'DIGITACAO' })
  // Nobody has changed anything: nothing is to be saved.
  expect(await page.getByText('Alterações não salvas', { exact: true }).count()).toBe(0)
})

it('payments tell what is still missing; payments, keys and volumes that lack something are refused in their own words', async () => {
  const { page } = desk.me
  await begin(page)
  await addItem(page, '106', '2', '10')
  await tab(page, 'Pagamentos')
  const missing = page.getByRole('tabpanel', { name: 'Pagamentos' }).getByLabel('Falta pagar')
  await expect.poll(() => missing.inputValue()).toBe('20,00')
  const pay = bar(page, 'Pagamentos')
  const add = pay.getByRole('button', { name: 'Adicionar' })
  await add.click()
  await pay.getByText('Preencha o tipo!').waitFor()
  await pay.getByRole('combobox', { name: 'Tipo' }).selectOption({ label: '17 - Pix' })
  await expect.poll(() => pay.getByRole('textbox', { name: 'Valor' }).inputValue()).toBe('20,00')
  await pay.getByRole('textbox', { name: 'Valor' }).fill('')
  await add.click()
  await pay.getByText('Preencha o valor!').waitFor()
  await pay.getByRole('textbox', { name: 'Valor' }).fill('5')
  await add.click()
  await expect.poll(() => missing.inputValue()).toBe('15,00')

  await tab(page, 'Chaves')
  const keys = bar(page, 'Chaves')
  await keys.getByRole('button', { name: 'Adicionar' }).click()
  await keys.getByText('Preencha a chave de acesso!').waitFor()
  await keys.getByRole('textbox', { name: 'Chave de acesso' }).fill('3526 0111 2220')
  await keys.getByRole('button', { name: 'Adicionar' }).click()
  await keys.getByText('Preencha a chave de acesso com 44 caracteres!').waitFor()
  await keys.getByRole('textbox', { name: 'Chave de acesso' }).fill('3526 0111 2223 3300 0181 5500 1000 0001 2011 2345 6780')
  await keys.getByRole('button', { name: 'Adicionar' }).click()
  await page.getByRole('grid', { name: 'Chaves' }).getByText('35260111222333000181550010000001201123456780').waitFor()

  await tab(page, 'Transp.')
  const volumes = bar(page, 'Volumes')
  await volumes.getByRole('button', { name: 'Adicionar' }).click()
  await volumes.getByText('Preencha os dados do volume novo!').waitFor()
  expect(await violations(page)).toEqual([])
  await save(page)
})

it('another series has its own next number', async () => {
  const { page } = desk.me
  await page.goto('/NFe_emissaos/create')
  const [series, number] = ['Série', 'Número'].map(name => page.getByRole('textbox', { name, exact: true }))
  await expect.poll(() => number?.inputValue()).toMatch(/^\d+$/)
  const next = await number?.inputValue()
  const own = await series?.inputValue()
  await series?.fill('77')
  await expect.poll(() => number?.inputValue()).toBe('1')
  await series?.fill(own ?? '')
  await expect.poll(() => number?.inputValue()).toBe(next)
  // Values that the form fills by itself are nobody's unsaved work.
  await page.goto('/NFe_emissaos/create')
  await expect.poll(() => number?.inputValue()).toBe(next)
  expect(await page.getByText('Alterações não salvas', { exact: true }).count()).toBe(0)
})

it('what the recipient lacks stands in red, and is corrected over the note', async () => {
  const { page } = desk.me
  const made = await page.evaluate(async () => {
    const reply = await fetch('/api/parceiros/save', {
      method: 'POST',
      headers: { authorization: localStorage.getItem('token') ?? '', 'content-type': 'application/json' },
      body: JSON.stringify({
        lojaId: 1,
        cliente: true,
        nome_fantasia: 'Zulmira sem documento',
        enderecos: [
          {
            cep: '01310100',
            logradouro: 'Avenida Paulista',
            bairro: 'Bela Vista',
            cidade: 'São Paulo',
            uf: 'SP',
            codigo_municipio: '3550308',
          },
        ],
      }),
    })
    return { status: reply.status, text: await reply.text() }
  })
  expect(made.status, made.text).toBe(201)
  await page.goto('/NFe_emissaos/create/destinatario')
  await choose(page, 'Zulmira', /Zulmira/)
  const errors = page.getByRole('tabpanel', { name: 'Destinatário' })
  await errors.getByText('Erros:').waitFor()
  expect(await errors.getByRole('listitem').allTextContents()).toEqual([
    'Preencha o CNPJ ou CPF',
    'Preencha o número do endereço',
  ])
  expect(await violations(page)).toEqual([])
  await errors.getByRole('button', { name: 'Corrigir parceiro' }).click()
  await dialog(page).getByRole('textbox', { name: 'CPF ou CNPJ' }).fill('529.982.247-25')
  await dialog(page).getByRole('button', { name: 'Salvar parceiro' }).click()
  await expect.poll(() => errors.getByRole('listitem').allTextContents()).toEqual(['Preencha o número do endereço'])
  expect(await page.getByRole('combobox', { name: 'Destinatário', exact: true }).inputValue()).toBe('Zulmira sem documento')
})

it('an issued note shows the taxes of its items as a document', async () => {
  const { page } = desk.me
  const filter = encodeURIComponent(JSON.stringify({ where: { lojaId: 1, situacao: 'AUTORIZADA' }, limit: 1 }))
  const [issued] = (await callApi(page, `NFe_emissaos/list?filter=${filter}`)) as readonly { readonly id: number }[]
  await page.goto(`/NFe_emissaos/${issued?.id}`)
  await page.getByRole('button', { name: 'Impostos do item' }).first().click()
  await dialog(page).getByRole('heading', { name: 'ICMS' }).waitFor()
  await dialog(page).getByText('CST/CSOSN do ICMS').waitFor()
  expect(await dialog(page).getByRole('textbox').count()).toBe(0)
  expect(await violations(page)).toEqual([])
})

it('without what it needs the form says that the save works it out, and tries again', async () => {
  const { page, errors } = desk.me
  await page.route('**/api/NFe_emissaos/calculo**', route => route.abort())
  await page.goto('/NFe_emissaos/create')
  // The frame says as well that a call found no server, with the same button.
  const note = page.getByRole('status').filter({ hasText: 'Os valores serão calculados ao salvar' })
  await note.waitFor()
  await page.unroute('**/api/NFe_emissaos/calculo**')
  await note.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect.poll(() => page.getByRole('textbox', { name: 'Número', exact: true }).inputValue()).toMatch(/^\d+$/)
  expect(await note.count()).toBe(0)
  await page.route('**/api/NFe_emissaos/calculo?produtos**', route => route.abort())
  await tab(page, 'Produtos')
  await addItem(page, '106', '1', '10')
  await page.getByText('Erro ao carregar os dados do produto.').waitFor()
  await page.unroute('**/api/NFe_emissaos/calculo?produtos**')
  // The browser's own words of the calls that were cut here.
  errors.length = 0
})

it('a copy has no number of its own yet, and the moment of now', async () => {
  const { page } = desk.me
  const [note] = (await callApi(
    page,
    `NFe_emissaos/list?filter=${encodeURIComponent(JSON.stringify({ where: { lojaId: 1, situacao: 'AUTORIZADA' }, limit: 1 }))}`,
  )) as readonly { readonly id: number; readonly numero: number; readonly emitida_em: string; readonly chave: string }[]
  await page.goto(`/NFe_emissaos/create?clone=${note?.id}`)
  const number = page.getByRole('textbox', { name: 'Número', exact: true })
  await expect.poll(() => number.inputValue()).toMatch(/^\d+$/)
  expect(Number(await number.inputValue())).toBeGreaterThan(note?.numero ?? 0)
  const id = await save(page)
  const copy = (await callApi(page, `NFe_emissaos/${id}`)) as typeof note & Record<string, unknown>
  expect(copy).toMatchObject({ situacao: 'DIGITACAO', chave: null, xmlUrl: null, protocolo_uso: null })
  expect(Date.parse(copy?.emitida_em ?? '')).toBeGreaterThan(Date.parse(note?.emitida_em ?? ''))
  const items = (copy?.itens ?? []) as readonly unknown[]
  expect(items.length).toBeGreaterThan(0)
  expect(Number(copy?.total_nota)).toBeGreaterThan(0)
})

it('on a phone an item is opened, typed and left by its dialog', async () => {
  const phone = await openBrowser(desk.fixture.address, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const token = await desk.me.page.evaluate(() => localStorage.getItem('token') ?? '')
  const { page } = phone
  await page.goto('/theme.js')
  await page.evaluate(own => localStorage.setItem('token', own), token)
  await begin(page)
  await addItem(page, '106', '1', '10')
  await page.getByRole('button', { name: 'Impostos do item' }).first().click()
  await dialog(page).getByRole('tab', { name: 'ICMS' }).click()
  await field(page, 'icms_cst').selectOption('101')
  await expect.poll(() => field(page, 'cred_sn_v').inputValue()).toBe('0,13')
  expect(await violations(page)).toEqual([])
  expect(await dialog(page).evaluate(box => box.scrollWidth <= box.clientWidth)).toBe(true)
  await dialog(page).getByRole('button', { name: 'Fechar' }).click()
  expect(phone.errors).toEqual([])
  await phone.leave()
})

it('a store without its registration is told so, and led to its profile', async () => {
  const { page } = desk.me
  const put = (value: string | null): Promise<number> =>
    page.evaluate(async registration => {
      const headers = { authorization: localStorage.getItem('token') ?? '', 'content-type': 'application/json' }
      const body = JSON.stringify({ id: 1, lojaId: 1, inscricao_estadual: registration })
      return (await fetch('/api/loja_perfil/updateAttributes', { method: 'POST', headers, body })).status
    }, value)
  expect(await put(null)).toBeLessThan(300)
  await page.goto('/NFe_emissaos/create')
  const told = page.getByRole('alertdialog')
  await told.getByRole('heading', { name: 'Atenção' }).waitFor()
  expect(await violations(page)).toEqual([])
  await told.getByRole('button', { name: 'Abrir o perfil da loja' }).click()
  await page.waitForURL(/loja_perfil/)
  await put('110042490114')
})
