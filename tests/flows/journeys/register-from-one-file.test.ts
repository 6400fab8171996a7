import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BrowserUser, chooseReference, logIn, openBrowser } from '../fixtures/browserUser.ts'
import { openAppProcess, type RunningApp } from '../fixtures/runningApp.ts'

/** The one file of somebody who knows JSON but not this code. */
const definition = {
  $schema: '../../meta/register.json',
  title: 'Fretes de fornecedores',
  type: 'object',
  register: { scope: 'store', label: 'descricao', menu: 'cadastros', access: { all: 'cadastros_ver' } },
  properties: {
    descricao: { type: 'string', title: 'Descrição', maxLength: 60 },
    parceiroId: { type: 'integer', format: 'reference', title: 'Fornecedor', reference: { to: 'parceiros' } },
    valor: { type: 'number', format: 'money', title: 'Valor', minimum: 0 },
    modo: {
      type: 'string',
      title: 'Modo',
      oneOf: [
        { const: 'CIF', title: 'Por conta do fornecedor' },
        { const: 'FOB', title: 'Por nossa conta' },
      ],
    },
    faixas: {
      type: 'array',
      title: 'Faixas de peso',
      order: 'ordem',
      items: {
        type: 'object',
        properties: {
          ate_kg: { type: 'number', title: 'Até (kg)' },
          preco: { type: 'number', format: 'money', title: 'Preço' },
        },
        required: ['ate_kg'],
      },
    },
  },
  required: ['descricao', 'valor'],
}

/** A second file: an action that asks for a value and sends it. */
const actions = {
  $schema: '../../meta/register-ui.json',
  actions: [
    {
      id: 'reajustar',
      title: 'Reajustar',
      place: ['form'],
      saveFirst: true,
      ask: { properties: { novo: { type: 'number', format: 'money', title: 'Novo valor', minimum: 10 } }, required: ['novo'] },
      call: { method: 'POST', path: 'fornecedores_fretes/save', body: { lojaId: 'lojaId', id: 'id', valor: 'asked.novo' } },
      success: 'saved',
    },
  ],
}

describe('a register from one file', () => {
  let schemas: string
  let fixture: RunningApp
  let me: BrowserUser
  const file = () => join(schemas, 'registers/cadastros/fornecedores_fretes.schema.json')

  beforeAll(async () => {
    schemas = await mkdtemp(join(tmpdir(), 'retaguarda-schemas-'))
    await cp(resolve('schemas'), schemas, { recursive: true })
    await writeFile(file(), JSON.stringify(definition, null, 2))
    await writeFile(file().replace('.schema.', '.ui.'), JSON.stringify(actions, null, 2))
    fixture = await openAppProcess({ SCHEMAS_DIR: schemas })
    me = await openBrowser(fixture.address)
  })
  afterAll(async () => {
    await me?.leave()
    await fixture?.close()
    await rm(schemas, { recursive: true, force: true })
  })

  it('stands in the menu, opens, saves a record with its rows, lists and filters it', async () => {
    const { page } = me
    await logIn(page, 'dono@demo.com.br')
    await page.getByRole('link', { name: 'Fretes de fornecedores' }).click()
    await page
      .getByText(/^Nenhum.* ainda\. Crie/)
      .first()
      .waitFor()
    expect(await page.getByText('Nenhum registro localizado.').count()).toBe(0)
    await page.getByRole('link', { name: /^Nov/ }).first().click()
    await page.getByRole('textbox', { name: 'Descrição' }).fill('Carreta de bebidas')
    await chooseReference(page, 'Fornecedor', 'distribuidora', /São Jorge/)
    await page.getByRole('textbox', { name: 'Valor' }).fill('1.250,4')
    await page.getByLabel('Modo').selectOption({ label: 'Por nossa conta' })
    await page
      .locator('main')
      .getByRole('button', { name: /Adicionar/ })
      .click()
    const grid = page.getByRole('grid', { name: 'Faixas de peso' })
    await grid.locator('[role=gridcell][data-column=ate_kg]').first().dblclick()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('500')
    await page.keyboard.press('Tab')
    await page.keyboard.type('89,9')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^Salvar (?!e)/ }).click()
    await page.getByText('Criado com sucesso.').waitFor()
    await page.goto('/fornecedores_fretes?modo=FOB')
    await page.getByRole('gridcell', { name: 'R$ 1.250,40' }).waitFor()
    await page.getByRole('gridcell', { name: 'Por nossa conta' }).waitFor()
    expect(me.errors).toEqual([])
  })

  it('asks for what an action of its second file needs, after saving what was typed', async () => {
    const { page } = me
    await page
      .getByRole('link', { name: /^Editar/ })
      .first()
      .click()
    await page.getByRole('textbox', { name: 'Descrição' }).fill('Carreta nova')
    await page.getByRole('button', { name: 'Mais ações' }).click()
    await page.getByRole('menuitem', { name: 'Reajustar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Reajustar' })
    await dialog.getByRole('textbox', { name: 'Novo valor' }).fill('5')
    await dialog.getByRole('button', { name: 'Reajustar' }).click()
    await dialog.locator('[aria-invalid=true]').waitFor()
    await dialog.getByRole('textbox', { name: 'Novo valor' }).fill('1.250,4')
    await dialog.getByRole('button', { name: 'Reajustar' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('heading', { name: 'Carreta nova' }).waitFor()
    expect(me.errors).toEqual([])
  })

  it('stands in the API with its rows, and in the OpenAPI document', async () => {
    const authorization = (await me.page.evaluate(() => localStorage.getItem('token'))) ?? ''
    const get = async (path: string) => (await fetch(`${fixture.address}/api/${path}`, { headers: { authorization } })).json()
    const [listed] = (await get('fornecedores_fretes/list?lojaId=1')) as { id: number; valor: number }[]
    expect(listed?.valor).toBe(1250.4)
    const whole = (await get(`fornecedores_fretes/${listed?.id}?lojaId=1`)) as {
      faixas: { ate_kg: number; preco: number; ordem: number }[]
    }
    expect(whole.faixas).toMatchObject([{ ate_kg: 500, preco: 89.9, ordem: 1 }])
    const { paths } = (await get('openapi.json')) as { paths: Record<string, unknown> }
    expect(Object.keys(paths).some(path => path.includes('fornecedores_fretes/save'))).toBe(true)
  })

  it('has its stories', async () => {
    const { registerIndexer } = await import('../../../.storybook/indexer.ts')
    const made = await registerIndexer.createIndex(file(), { makeTitle: title => title ?? '' })
    expect(made.length).toBeGreaterThan(20)
    expect(made[0]?.title).toContain('Fretes de fornecedores')
  })

  it('is refused, with the place and the nearest word, when a word is wrong', async () => {
    await writeFile(file(), JSON.stringify(definition, null, 2).replace('"parceiros"', '"parceirros"'))
    const checked = await promisify(execFile)('node', ['scripts/check-schemas.ts'], {
      env: { ...process.env, SCHEMAS_DIR: schemas },
    }).catch((failure: { stdout: string; stderr: string }) => failure)
    expect(`${checked.stdout}${checked.stderr}`).toMatch(/fornecedores_fretes\.schema\.json:\d+:\d+ .*parceirros.*parceiros/)
  })
})
