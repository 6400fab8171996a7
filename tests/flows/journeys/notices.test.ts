import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { callApi, hearOnly } from '../fixtures/apiCalls.ts'
import { violations } from '../fixtures/axe.ts'
import { type BrowserUser, logIn, openBrowser } from '../fixtures/browserUser.ts'
import { layoutFlaws } from '../fixtures/layoutFlaws.ts'
import { openApp, type RunningApp } from '../fixtures/runningApp.ts'

let fixture: RunningApp
let me: BrowserUser

beforeAll(async () => {
  fixture = await openApp()
  me = await openBrowser(fixture.address, { viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
  await logIn(me.page, 'dono@demo.com.br')
  await hearOnly(me.page, ['caixa_diferenca'])
})
afterAll(async () => {
  await me?.leave()
  await fixture?.close()
})

/** A session that a till closes with so much less than was counted. */
async function closeShort(missing: number): Promise<void> {
  const [equipment] = (await callApi(me.page, 'equipamentos')) as { readonly id: number }[]
  const [currency] = (await callApi(me.page, 'moedas')) as { readonly id: number }[]
  const { token, lojaId } = await me.page.evaluate(() => ({
    token: localStorage.getItem('token'),
    lojaId: Number(localStorage.getItem('lojaId')),
  }))
  const reply = await me.page.request.post('/api/caixas/save', {
    headers: { authorization: token ?? '' },
    data: {
      lojaId,
      equipamentoId: equipment?.id,
      abertura: 90_000 + missing,
      aberto_em: '2026-03-10T08:00:00-03:00',
      fechado_em: '2026-03-10T18:00:00-03:00',
      valores: [{ moedaId: currency?.id, valor_contabilizado: 250, valor_informado: 250 - missing }],
    },
  })
  expect(reply.status()).toBe(200)
}

it('an owner on a phone is told of a short session while at work, opens it, and chooses', async () => {
  const { page } = me
  await page.getByRole('button', { name: 'Avisos', exact: true }).waitFor()
  await closeShort(23)
  await page.getByRole('button', { name: 'Avisos: 1 novo' }).press('Enter')
  const panel = page.getByRole('dialog', { name: 'Avisos' })
  const line = panel.getByRole('button', { name: /Caixa 90023 fechado com diferença/ })
  await line.waitFor()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'hidden' })
  expect(await page.getByRole('button', { name: 'Avisos: 1 novo' }).evaluate(button => button === document.activeElement)).toBe(
    true,
  )
  await page.keyboard.press('Enter')
  await line.press('Enter')
  await page.waitForURL(/\/caixas\/\d+/)
  await page.getByRole('button', { name: 'Avisos', exact: true }).press('Enter')
  await panel.getByRole('button', { name: 'Escolher avisos' }).press('Enter')
  const choice = page.getByRole('switch', { name: 'Caixa fechado com diferença: No sistema' })
  await choice.waitFor()
  expect(await violations(page)).toEqual([])
  expect(await layoutFlaws(page)).toEqual([])
  await choice.press('Space')
  await page.getByRole('switch', { name: 'Caixa fechado com diferença: No sistema', checked: false }).waitFor()
  await page.getByRole('tab', { name: 'Avisos', exact: true }).press('Enter')
  await page
    .getByRole('tabpanel')
    .getByRole('button', { name: /Caixa 90023/ })
    .waitFor()
  expect(me.errors).toEqual([])
})

it('all notices of thirty days are reached, also those of one moment', async () => {
  const { page } = me
  const client = new pg.Client({ connectionString: fixture.database })
  await client.connect()
  await client.query(
    `INSERT INTO system.notices ("lojaId", id, "userId", notice, text, page)
     SELECT 1, gen_random_uuid(), id, '', 'Aviso ' || at, '/' FROM users, generate_series(1, 120) at WHERE email = 'dono@demo.com.br'`,
  )
  await client.end()
  await page.goto('/avisos')
  const lines = page.getByRole('tabpanel').getByRole('listitem')
  const more = page.getByRole('button', { name: 'Mostrar mais' })
  for (const count of [10, 50, 100]) {
    await expect.poll(() => lines.count()).toBe(count)
    await more.click()
  }
  await more.waitFor({ state: 'detached' })
  const told = async () => new Set((await lines.allInnerTexts()).flatMap(text => text.match(/Aviso \d+/g) ?? []))
  await expect.poll(async () => (await told()).size).toBe(120)
})
