import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { violations } from '../fixtures/axe.ts'
import { type BrowserUser, openBrowser, signIn } from '../fixtures/browserUser.ts'
import { openAppProcess, type RunningApp } from '../fixtures/runningApp.ts'

const definition = {
  $schema: '../../meta/register.json',
  title: 'Brinquedos',
  type: 'object',
  register: {
    scope: 'store',
    label: 'nome',
    menu: 'cadastros',
    access: { all: 'cadastros_ver' },
    locked: { when: "nome == 'Guardado'", message: 'locked' },
  },
  properties: {
    nome: { type: 'string', title: 'Nome', maxLength: 40 },
    cores: {
      type: 'array',
      title: 'Cores',
      description: 'Em que cores o fornecedor entrega',
      maxItems: 2,
      oneOf: [
        { const: 'azul', title: 'Azul', tone: 'info' },
        { const: 'verde', title: 'Verde claro', tone: 'positive' },
        { const: 'rosa', title: 'Rosa' },
      ],
    },
    manual: {
      type: 'object',
      format: 'file',
      title: 'Manual',
      description: 'O PDF que vem na caixa',
      accepts: ['application/pdf'],
      maxBytes: 2000,
    },
  },
  required: ['nome', 'cores'],
}
const screens = {
  $schema: '../../meta/register-ui.json',
  list: { columns: ['nome', 'cores', 'manual'], edit: true, card: ['nome', 'cores', 'manual'] },
}

const pdf = (text = 'conteúdo') => Buffer.from(`%PDF-1.7\n${text}`)
const file = (name: string, buffer = pdf(), mimeType = 'application/pdf') => ({ name, mimeType, buffer })

/** Lets a file fall onto a place, as from the person's folder. */
async function drop(place: Locator, name: string, text: string): Promise<void> {
  const transfer = await place.page().evaluateHandle(
    ([called, content]) => {
      const data = new DataTransfer()
      data.items.add(new File([content ?? ''], called ?? '', { type: 'application/pdf' }))
      return data
    },
    [name, text],
  )
  await place.dispatchEvent('dragover', { dataTransfer: transfer })
  await place.dispatchEvent('drop', { dataTransfer: transfer })
}

/** The file that a click brings, and what it is called. */
async function brought(page: Page, link: Locator): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
}

describe('several choices and a file of a record', () => {
  let schemas: string
  let fixture: RunningApp
  let me: BrowserUser
  let page: Page

  beforeAll(async () => {
    schemas = await mkdtemp(join(tmpdir(), 'retaguarda-schemas-'))
    await cp(resolve('schemas'), schemas, { recursive: true })
    const place = join(schemas, 'registers/cadastros/brinquedos')
    await writeFile(`${place}.schema.json`, JSON.stringify(definition))
    await writeFile(`${place}.ui.json`, JSON.stringify(screens))
    fixture = await openAppProcess({ SCHEMAS_DIR: schemas })
  })
  afterAll(async () => {
    await fixture?.close()
    await rm(schemas, { recursive: true, force: true })
  })
  beforeEach(async () => {
    me = await openBrowser(fixture.address)
    page = me.page
    await signIn(page, 'dono@demo.com.br')
  })
  afterEach(async () => {
    const { errors } = me
    await me.leave()
    expect(errors).toEqual([])
  })

  const save = () => page.getByRole('button', { name: /^Salvar (?!e)/ }).click()
  const field = (name: string) => page.locator(`[data-field=${name}]`)
  const box = (name: string) => field('cores').getByRole('checkbox', { name })
  const chips = (row: string) => page.getByRole('row', { name: row }).locator('[data-column=cores]')

  it('tells at the fields what is missing, too much, too large or of a wrong type', async () => {
    await page.goto('/brinquedos/create')
    await page.getByRole('textbox', { name: 'Nome' }).fill('Carrinho')
    await field('cores').getByText('Em que cores o fornecedor entrega').waitFor()
    await save()
    await field('cores').getByText('Obrigatório').waitFor()
    expect(await box('Azul').getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => box('Azul').evaluate(each => each === document.activeElement)).toBe(true)
    expect(await violations(page)).toEqual([])

    // By keys alone: Space ticks, arrows go to the next, Tab leaves for the next box and on to the file.
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    expect(await field('cores').getByRole('checkbox', { checked: true }).count()).toBe(3)
    // Heard from the beginning: the key opens the picker at once.
    const chooser = page.waitForEvent('filechooser')
    await page.keyboard.press('Tab')
    const choose = field('manual').getByRole('button', { name: 'Manual' })
    await expect.poll(() => choose.evaluate(each => each === document.activeElement)).toBe(true)
    await field('cores').getByText('Escolha no máximo 2').waitFor()
    await page.keyboard.press('Enter')
    await (await chooser).setFiles(file('grande.pdf', pdf('x'.repeat(3000))))
    await field('manual').getByText('O arquivo é grande demais. O máximo é 2 kB').waitFor()
    await field('manual')
      .locator('input[type=file]')
      .setInputFiles(file('leia.txt', Buffer.from('texto'), 'text/plain'))
    await field('manual').getByText('Este campo não aceita o tipo do arquivo leia.txt').waitFor()
    await field('manual')
      .locator('input[type=file]')
      .setInputFiles(file('falso.pdf', Buffer.from('<html>')))
    await field('manual')
      .getByText('Envie um PDF, imagem, documento, planilha, texto ou zip. falso.pdf não é um deles.')
      .waitFor()
    expect(await choose.getAttribute('aria-invalid')).toBe('true')
    expect(await violations(page)).toEqual([])
  })

  it('is saved, shown in the list with a download that works, found by a choice and edited in its cell', async () => {
    await page.goto('/brinquedos/create')
    await page.getByRole('textbox', { name: 'Nome' }).fill('Carrinho')
    await box('Verde claro').check()
    await box('Azul').check()
    await drop(field('manual').getByText('Arraste e solte'), 'Engano.pdf', '%PDF-1.7\nerrado')
    await field('manual').getByRole('button', { name: 'Baixar Engano.pdf' }).waitFor()
    await field('manual').getByRole('button', { name: 'Remover arquivo' }).click()
    expect(
      await field('manual')
        .getByRole('button', { name: /Baixar/ })
        .count(),
    ).toBe(0)
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Escolher arquivo')
    await drop(field('manual').getByText('Arraste e solte'), 'Instruções do carrinho.pdf', '%PDF-1.7\ncerto')
    await field('manual').getByRole('button', { name: 'Baixar Instruções do carrinho.pdf' }).waitFor()
    await save()
    await page.getByText('Criado com sucesso.').waitFor()

    await page.goto('/brinquedos')
    const link = page.getByRole('grid').getByRole('button', { name: 'Baixar Instruções do carrinho.pdf' })
    expect(await brought(page, link)).toEqual({ name: 'Instruções do carrinho.pdf', text: '%PDF-1.7\ncerto' })
    expect(await chips('Carrinho').innerText()).toMatch(/Azul\s+Verde claro/)
    expect(await violations(page)).toEqual([])

    await chips('Carrinho').dblclick({ position: { x: 4, y: 4 } })
    const editor = page.getByRole('grid').getByRole('group', { name: 'Cores' })
    await editor.getByRole('checkbox', { name: 'Rosa' }).check()
    await editor.getByRole('checkbox', { name: 'Azul' }).uncheck()
    await page.keyboard.press('Enter')
    await expect.poll(() => chips('Carrinho').innerText()).toMatch(/^Verde claro\s+Rosa$/)
    const told = async () =>
      (await (await page.request.get('/api/brinquedos?lojaId=1', { headers: { authorization: await token() } })).json())[0]
    const token = () => page.evaluate(() => localStorage.getItem('token') ?? '')
    await expect.poll(async () => (await told()).cores).toEqual(['verde', 'rosa'])
    // A file is changed in the form alone.
    await page.getByRole('row', { name: 'Carrinho' }).locator('[data-column=manual]').focus()
    await page.keyboard.press('F2')
    expect(
      await page
        .getByRole('grid')
        .getByRole('button', { name: /Trocar arquivo/ })
        .count(),
    ).toBe(0)
    const { url } = (await told()).manual
    expect((await page.request.get(url)).status()).toBe(401)

    await page.getByRole('button', { name: 'Filtros' }).click()
    const search = async (title: string): Promise<void> => {
      await page.getByRole('combobox', { name: 'Cores' }).selectOption({ label: title })
      await page.getByRole('button', { name: 'Aplicar', exact: true }).click()
    }
    await search('Rosa')
    await page.getByRole('row', { name: 'Carrinho' }).waitFor()
    expect(decodeURIComponent(page.url())).toMatch(/cores.*rosa/)
    await page.getByRole('button', { name: 'Filtros' }).click()
    await search('Azul')
    await page.getByRole('row', { name: 'Carrinho' }).waitFor({ state: 'detached' })
  })

  it('stands in the history, is taken back, and is read in a record that nobody may change', async () => {
    await page.goto('/brinquedos/create')
    await page.getByRole('textbox', { name: 'Nome' }).fill('Boneca')
    await box('Rosa').check()
    await field('manual').locator('input[type=file]').setInputFiles(file('Boneca.pdf'))
    await field('manual').getByRole('button', { name: 'Baixar Boneca.pdf' }).waitFor()
    await save()
    await page.getByText('Criado com sucesso.').waitFor()
    await page.goto('/brinquedos')
    await page.getByRole('row', { name: 'Boneca' }).getByRole('link').first().click()
    await box('Azul').check()
    await field('manual').getByRole('button', { name: 'Remover arquivo' }).click()
    await save()
    await page.getByText('Salvo com sucesso.').waitFor()
    await page.goto('/brinquedos')
    expect(await chips('Boneca').innerText()).toMatch(/^Azul\s+Rosa$/)
    await page.getByRole('row', { name: 'Boneca' }).getByRole('link').first().click()
    await page.getByRole('button', { name: 'Mais ações', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Histórico' }).click()
    const panel = page.getByRole('dialog', { name: 'Histórico' })
    await panel.getByRole('row', { name: /Cores.*Rosa.*Azul; Rosa/ }).waitFor()
    await panel
      .getByRole('row', { name: /Manual.*Boneca\.pdf/ })
      .first()
      .waitFor()

    await page.goto('/atividade')
    await page
      .getByRole('button', { name: /^Desfazer: .*Boneca/ })
      .first()
      .click()
    await page.getByText('Desfeito.').waitFor()
    await page.goto('/brinquedos')
    await page.getByRole('row', { name: 'Boneca' }).getByRole('link').first().click()
    await field('manual').getByRole('button', { name: 'Baixar Boneca.pdf' }).waitFor()
    expect(await field('cores').getByRole('checkbox', { checked: true }).count()).toBe(1)
    await page.getByRole('textbox', { name: 'Nome' }).fill('Guardado')
    await save()
    await page.getByText('Salvo com sucesso.').waitFor()

    await page.goto('/brinquedos')
    await page.getByRole('row', { name: 'Guardado' }).getByRole('link').first().click()
    await page.getByText('Este registro está em uso e não pode ser alterado.').waitFor()
    expect(await page.getByRole('definition').nth(1).innerText()).toBe('Rosa')
    expect(await page.getByRole('checkbox').count()).toBe(0)
    expect(await violations(page)).toEqual([])
    const link = page.getByRole('button', { name: 'Baixar Boneca.pdf' })
    expect(await brought(page, link)).toEqual({ name: 'Boneca.pdf', text: pdf().toString() })
  })

  it('fits a phone, with room for a finger', async () => {
    await me.leave()
    me = await openBrowser(fixture.address, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    page = me.page
    await signIn(page, 'dono@demo.com.br')
    await page.goto('/brinquedos/create')
    await page.getByRole('textbox', { name: 'Nome' }).fill('Pipa')
    await field('cores').getByText('Verde claro', { exact: true }).tap()
    const name = 'Manual da pipa que voa muito alto em dias de vento forte.pdf'
    await field('manual').locator('input[type=file]').setInputFiles(file(name))
    await field('manual')
      .getByRole('button', { name: `Baixar ${name}` })
      .waitFor()
    const parts = field('cores').locator('label').or(field('manual').getByRole('button'))
    const heights = await parts.evaluateAll(each => each.map(one => one.getBoundingClientRect().height))
    expect(heights).toHaveLength(6)
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
    const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(await sideways()).toBe(0)
    expect(await violations(page)).toEqual([])
    await save()
    await page.getByText('Criado com sucesso.').waitFor()
    await page.goto('/brinquedos')
    const card = page.getByRole('listitem').filter({ hasText: 'Pipa' })
    const link = card.getByRole('button', { name: `Baixar ${name}` })
    expect((await brought(page, link)).name).toBe(name)
    expect(await link.evaluate(each => each.getBoundingClientRect().height)).toBeGreaterThanOrEqual(44)
    expect(await sideways()).toBe(0)
    expect(await violations(page)).toEqual([])
  })
})
