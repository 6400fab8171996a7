import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BrowserUser, chooseReference, logIn, openBrowser } from '../fixtures/browserUser.ts'
import { openAppProcess, type RunningApp } from '../fixtures/runningApp.ts'

const head = { $schema: '../../meta/register.json', type: 'object' }
const own = { scope: 'store', label: 'nome', menu: 'cadastros', access: { all: 'cadastros_ver' } }
const nome = { type: 'string', title: 'Nome', maxLength: 40 }

const goods = {
  ...head,
  title: 'Artigos',
  register: own,
  properties: { nome, preco: { type: 'number', format: 'money', title: 'Preço' } },
  required: ['nome'],
}
const orders = {
  ...head,
  title: 'Reservas',
  register: own,
  properties: {
    nome,
    artigoId: { type: 'integer', title: 'Artigo', format: 'reference', reference: { to: 'artigos', as: 'artigo' } },
    quantidade: { type: 'integer', title: 'Quantidade', default: 2 },
    valor: { type: 'number', format: 'money', title: 'Valor', defaultWhen: 'artigo.preco' },
    total: { type: 'number', format: 'money', title: 'Total', compute: 'valor * quantidade' },
  },
  required: ['nome'],
}

let schemas: string
let fixture: RunningApp
let me: BrowserUser

beforeAll(async () => {
  schemas = await mkdtemp(join(tmpdir(), 'schemas-'))
  await cp(resolve('schemas'), schemas, { recursive: true })
  await writeFile(join(schemas, 'registers/cadastros/artigos.schema.json'), JSON.stringify(goods))
  await writeFile(join(schemas, 'registers/cadastros/reservas.schema.json'), JSON.stringify(orders))
  fixture = await openAppProcess({ SCHEMAS_DIR: schemas })
  me = await openBrowser(fixture.address)
  await logIn(me.page, 'dono@demo.com.br')
})
afterAll(async () => {
  await me?.leave()
  await fixture?.close()
  await rm(schemas, { recursive: true, force: true })
})

it('a chosen record brings its values, until somebody writes others', async () => {
  const { page } = me
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
  for (const [name, preco] of [
    ['Pão de milho', 24.9],
    ['Bolo de fubá', 10],
  ])
    await page.request.post('/api/artigos', { data: { nome: name, preco, lojaId: 1 }, headers: { Authorization: token } })
  await page.goto('/reservas/create')
  const box = (name: string) => page.locator(`[data-field="${name}"] input`).first()
  await box('nome').fill('Uma')
  expect(await box('valor').inputValue()).toBe('')
  await chooseReference(page, 'Artigo', 'Pão', /Pão de milho/)
  await expect.poll(() => box('valor').inputValue()).toBe('24,90')
  await expect.poll(() => box('total').inputValue()).toBe('49,80')
  await chooseReference(page, 'Artigo', 'Bolo', /Bolo de fubá/)
  await expect.poll(() => box('valor').inputValue()).toBe('10,00')
  await box('valor').fill('7')
  await box('valor').blur()
  await chooseReference(page, 'Artigo', 'Pão', /Pão de milho/)
  await expect.poll(() => box('total').inputValue()).toBe('14,00')
  await page.keyboard.press('Control+s')
  const row = page.getByRole('row', { name: /Uma/ })
  await row.getByText('R$ 7,00').waitFor()
  await row.getByText('R$ 14,00').waitFor()
  expect(me.errors).toEqual([])
})
