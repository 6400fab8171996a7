import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { violations } from '../fixtures/axe.ts'
import { type BrowserUser, chooseReference, openBrowser, signIn } from '../fixtures/browserUser.ts'
import { layoutFlaws } from '../fixtures/layoutFlaws.ts'
import { openApp, type RunningApp } from '../fixtures/runningApp.ts'

let fixture: RunningApp
let me: BrowserUser
let client: pg.Client

beforeAll(async () => {
  fixture = await openApp()
  client = new pg.Client({ connectionString: fixture.database })
  await client.connect()
})
afterAll(async () => {
  await client?.end()
  await fixture?.close()
})
afterEach(async () => {
  expect(me.errors.filter(error => !error.includes('428'))).toEqual([])
  await me.leave()
})

it('a visitor signs up while very many do: the page proves its work by itself', async () => {
  await client.query(
    `INSERT INTO system.rate_counts (key, count, "endsAt") VALUES ('everybody signUp', 100, now() + interval '1 hour')`,
  )
  me = await openBrowser(fixture.address)
  const { page } = me
  const next = page.getByRole('button', { name: 'Próximo' })
  await page.goto('/cadastro')
  await page.getByLabel('Seu nome').fill('Ana Souza')
  await page.getByLabel('E-mail').fill('ana@exemplo.com.br')
  await page.getByLabel('Telefone').fill('11987654321')
  await next.click()
  await page.getByLabel('Nome do negócio').fill('Cantina da Ana')
  await page.getByLabel('CNPJ *', { exact: true }).fill('12.ABC.345/01DE-35')
  await chooseReference(page, 'Segmento', 'Pizz', /Pizzaria/)
  await next.click()
  await page.getByLabel('CEP').fill('01310-100')
  await page.getByLabel('Número').fill('100')
  await next.click()
  await page.getByLabel(/^Senha/).fill('segredo-1')
  await page.getByLabel('Li e aceito os termos').check()
  const answers: number[] = []
  page.on('response', response => {
    if (response.url().endsWith('createVisitor')) answers.push(response.status())
  })
  await page.getByRole('button', { name: 'Finalizar cadastro' }).click()
  await page.getByText('Cadastro efetuado com sucesso.').waitFor()
  expect(answers).toEqual([428, 200])
})

it('an administrator sees what a store has used up, and gives it more', async () => {
  const { rows } = await client.query(
    `INSERT INTO loja_cotas (loja, cota, uso, padrao) VALUES (1, 'exports', 600, 600) RETURNING id`,
  )
  me = await openBrowser(fixture.address)
  const { page } = me
  await signIn(page, 'admin@demo.com.br')
  await page.goto('/loja_cotas')
  await page.getByRole('row').filter({ hasText: 'Exportações por hora' }).getByText('600').first().waitFor()
  expect(await violations(page)).toEqual([])
  expect(await layoutFlaws(page)).toEqual([])
  await page.goto(`/loja_cotas/${rows[0].id}`)
  await page.getByLabel('Limite próprio').fill('900')
  await page.getByRole('button', { name: 'Salvar cota' }).click()
  const given = async () => (await client.query('SELECT limite::int FROM loja_cotas WHERE id = $1', [rows[0].id])).rows[0].limite
  await expect.poll(given).toBe(900)
})
