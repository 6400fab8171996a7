import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { violations } from '../fixtures/axe.ts'
import { type BrowserUser, logIn, openBrowser } from '../fixtures/browserUser.ts'
import { holdReplies } from '../fixtures/heldReplies.ts'
import { openAppProcess, type RunningApp } from '../fixtures/runningApp.ts'

const head = { $schema: '../../meta/register.json', type: 'object' }
const own = { scope: 'store', label: 'nome', menu: 'cadastros', access: { all: 'cadastros_ver' } }
const andar = { type: 'string', title: 'Andar', maxLength: 10 }
const nome = { type: 'string', title: 'Nome', maxLength: 40 }

const places = { ...head, title: 'Lugares', register: own, properties: { nome, andar }, required: ['nome'] }
const many = { type: 'array', title: 'Lugares', reference: { to: 'lugares', newRecord: { andar: 'piso' } }, maxItems: 3 }
const parties = {
  ...head,
  title: 'Festas',
  register: { ...own, singular: 'festa', gender: 'f' },
  properties: { nome, lugaresIds: many, piso: { ...andar, title: 'Piso' } },
  required: ['nome'],
}
const screens = { list: { columns: ['nome', 'lugaresIds'], edit: ['nome', 'lugaresIds'] }, filter: { fields: ['lugaresIds'] } }

let schemas: string
let fixture: RunningApp
let me: BrowserUser

beforeAll(async () => {
  schemas = await mkdtemp(join(tmpdir(), 'schemas-'))
  await cp(resolve('schemas'), schemas, { recursive: true })
  const file = (name: string, value: object) => writeFile(join(schemas, 'registers/cadastros', name), JSON.stringify(value))
  await file('lugares.schema.json', places)
  await file('festas.schema.json', parties)
  await file('festas.ui.json', screens)
  fixture = await openAppProcess({ SCHEMAS_DIR: schemas })
  me = await openBrowser(fixture.address)
  await logIn(me.page, 'dono@demo.com.br')
  const token = await me.page.evaluate(() => localStorage.getItem('token') ?? '')
  for (const name of ['Balcão', 'Janela', 'Terraço', 'Varanda'])
    await me.page.request.post('/api/lugares', { data: { nome: name, lojaId: 1 }, headers: { Authorization: token } })
})
afterAll(async () => {
  await me?.leave()
  await fixture?.close()
  await rm(schemas, { recursive: true, force: true })
})

const box = (page: Page) => page.getByRole('combobox', { name: 'Lugares' })
const chosen = (page: Page) => page.getByRole('list', { name: 'Lugares: escolhidos' }).getByRole('listitem').allTextContents()

/** Types a name and takes what is found, by the keyboard. */
async function take(page: Page, typed: string, name: string): Promise<void> {
  await page.keyboard.type(typed)
  await page.getByRole('option', { name, exact: true }).waitFor()
  await page.keyboard.press('Enter')
  // Enter may wait for the answer of the search; the next text is no part of this one.
  await page.getByRole('button', { name: `Retirar ${name}`, exact: true }).waitFor()
}

it('several records are chosen and taken out by the keyboard alone, and stand in the list', async () => {
  const { page } = me
  await page.goto('/festas/create')
  await page.getByRole('textbox', { name: 'Nome' }).fill('Boda')
  await page.keyboard.press('Tab')
  await expect.poll(() => box(page).evaluate(one => one === document.activeElement)).toBe(true)
  await take(page, 'jan', 'Janela')
  await take(page, 'balc', 'Balcão')
  await take(page, 'ter', 'Terraço')
  expect(await chosen(page)).toEqual(['Balcão', 'Janela', 'Terraço'])
  expect(await page.getByRole('status').allTextContents()).toContain('Terraço escolhido')
  // Chosen records are not offered again.
  await page.keyboard.press('ArrowDown')
  await page.getByRole('option', { name: 'Varanda' }).waitFor()
  expect(await page.getByRole('option', { name: 'Janela' }).count()).toBe(0)
  expect(await violations(page)).toEqual([])
  await page.getByRole('option', { name: 'Varanda' }).click()
  await page.keyboard.press('Tab')
  await page.getByText('Escolha no máximo 3').waitFor()
  await box(page).focus()
  await page.keyboard.press('Backspace')
  await page.getByRole('button', { name: 'Retirar Janela' }).click()
  expect(await chosen(page)).toEqual(['Balcão', 'Terraço'])
  await page.keyboard.press('Control+s')
  const row = page.getByRole('row', { name: /Boda/ })
  await row.getByText('Balcão, Terraço').waitFor()
  expect(await violations(page)).toEqual([])
  expect(me.errors).toEqual([])
})

it('texts entered faster than their searches answer are each settled apart; one without a record comes back', async () => {
  const { page } = me
  await page.goto('/festas/create')
  await page.getByRole('textbox', { name: 'Nome' }).fill('Depressa')
  await box(page).click()
  await page.getByRole('option', { name: 'Varanda' }).waitFor()
  const searches = await holdReplies(page, /\/api\/lugares\b.*filter=/)
  for (const typed of ['jan', 'nenhum', 'ter']) {
    await page.keyboard.type(typed)
    await page.keyboard.press('Enter')
    await expect.poll(() => box(page).inputValue()).toBe('')
  }
  await page.keyboard.type('balc')
  searches.release()
  await expect.poll(() => chosen(page)).toEqual(['Janela', 'Terraço'])
  expect(await box(page).inputValue()).toBe('balc')
  await page.getByRole('option', { name: 'Balcão', exact: true }).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => chosen(page)).toEqual(['Balcão', 'Janela', 'Terraço'])
  await expect.poll(() => box(page).inputValue()).toBe('nenhum')
  await page.keyboard.press('Control+s')
  await page.getByText('“nenhum” não encontrado em Lugares.').waitFor()
  await expect.poll(() => box(page).getAttribute('aria-invalid')).toBe('true')
  await box(page).fill('')
  await page.keyboard.press('Control+s')
  await page
    .getByRole('row', { name: /Depressa/ })
    .getByText('Balcão, Janela, Terraço')
    .waitFor()
  expect(me.errors).toEqual([])
})

it('a save waits for texts whose searches have not answered', async () => {
  const { page } = me
  await page.goto('/festas/create')
  await page.getByRole('textbox', { name: 'Nome' }).fill('Jogo')
  await box(page).click()
  await page.getByRole('option', { name: 'Varanda' }).waitFor()
  const searches = await holdReplies(page, /\/api\/lugares\b.*filter=/)
  for (const typed of ['jan', 'ter']) {
    await page.keyboard.type(typed)
    await page.keyboard.press('Enter')
    await expect.poll(() => box(page).inputValue()).toBe('')
  }
  await page.keyboard.press('Control+s')
  searches.release()
  await page.getByRole('row', { name: /Jogo/ }).getByText('Janela, Terraço').waitFor()
  expect(me.errors).toEqual([])
})

it('what is typed and names no record is told at the field', async () => {
  const { page } = me
  await page.goto('/festas/create')
  await page.getByRole('textbox', { name: 'Nome' }).fill('Errada')
  await box(page).fill('Nenhum lugar')
  await page.keyboard.press('Tab')
  await page
    .getByText(/Nenhum lugar/)
    .first()
    .waitFor()
  await page.keyboard.press('Control+s')
  await expect.poll(() => box(page).getAttribute('aria-invalid')).toBe('true')
  await box(page).fill('')
  await take(page, 'jan', 'Janela')
  await page.keyboard.press('Control+s')
  await page
    .getByRole('row', { name: /Errada/ })
    .getByText('Janela')
    .waitFor()
})

it('a list is filtered by any of them, and a cell changes them', async () => {
  const { page } = me
  await page.goto('/festas')
  await page.getByRole('row', { name: /Boda/ }).waitFor()
  await page.getByRole('button', { name: 'Filtros' }).click()
  const panel = page.getByRole('dialog')
  await box(page).click()
  await panel.page().getByRole('option', { name: 'Terraço' }).click()
  await box(page).click()
  await page.getByRole('option', { name: 'Varanda' }).click()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Aplicar' }).click()
  await page.getByRole('row', { name: /Errada/ }).waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /Boda/ }).waitFor()
  await page.getByText('Lugares: Terraço, Varanda').waitFor()
  await page.reload()
  await page.getByText('Lugares: Terraço, Varanda').waitFor()
  const cell = page.getByRole('row', { name: /Boda/ }).getByRole('gridcell', { name: 'Balcão, Terraço' })
  await cell.dblclick()
  await box(page).waitFor()
  await take(page, 'var', 'Varanda')
  await page.getByRole('button', { name: 'Retirar Balcão' }).click()
  await page.keyboard.press('Enter')
  await page.getByText('Lugares salvo.').first().waitFor()
  await page.getByRole('gridcell', { name: 'Terraço, Varanda' }).waitFor()
  await page.reload()
  await page.getByRole('gridcell', { name: 'Terraço, Varanda' }).waitFor()
  expect(me.errors).toEqual([])
})

/** Makes a place by the dialog that a text without a record offers, whose floor is the given one. */
async function makePlace(page: Page, typed: string, floor: string): Promise<void> {
  await page.keyboard.type(typed)
  await page.getByRole('option', { name: `Criar "${typed}"` }).click()
  const dialog = page.getByRole('dialog', { name: /lugar/i })
  await expect.poll(() => dialog.getByRole('textbox', { name: 'Nome' }).inputValue()).toBe(typed)
  expect(await dialog.getByRole('textbox', { name: 'Andar' }).inputValue()).toBe(floor)
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: /^Salvar/ }).click()
  await dialog.waitFor({ state: 'detached' })
}

it('a record that is not found is made from what the record says, and chosen beside the others', async () => {
  const { page } = me
  await page.goto('/festas/create')
  await page.getByRole('textbox', { name: 'Nome' }).fill('Jantar')
  await page.getByRole('textbox', { name: 'Piso' }).first().fill('2')
  await box(page).first().click()
  await take(page, 'jan', 'Janela')
  await makePlace(page, 'Jardim', '2')
  await expect.poll(() => chosen(page)).toEqual(['Janela', 'Jardim'])
  await page.keyboard.press('Control+s')
  await page
    .getByRole('row', { name: /Jantar/ })
    .getByText('Janela, Jardim')
    .waitFor()
  expect(me.errors).toEqual([])
})
