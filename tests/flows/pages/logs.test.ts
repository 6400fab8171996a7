import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { violations } from '../fixtures/axe.ts'
import { type BrowserUser, logIn, openBrowser } from '../fixtures/browserUser.ts'
import { openApp, type RunningApp } from '../fixtures/runningApp.ts'

let fixture: RunningApp
let me: BrowserUser
const call = { metodo: 'POST', corpo: { produtos: [{ nome: 'Coxinha' }], nota: 'longa '.repeat(100) } }
const stack = `Error: falhou\n${'    at algum.lugar (arquivo.ts:1:1)\n'.repeat(30)}fim da pilha`

beforeAll(async () => {
  fixture = await openApp()
  const client = new pg.Client({ connectionString: fixture.database })
  await client.connect()
  await client.query('INSERT INTO "Logs" ("shopId", data, stack) VALUES (1, $1, $2)', [JSON.stringify(call), stack])
  await client.end()
})
afterAll(() => fixture?.close())
afterEach(async () => {
  expect(me.errors).toEqual([])
  await me.leave()
})

const copied = (): Promise<string> => me.page.evaluate(() => navigator.clipboard.readText())

describe('the errors of the server', () => {
  it('are cut to 400 characters, shown as a tree, and copied whole', async () => {
    me = await openBrowser(fixture.address, { permissions: ['clipboard-read', 'clipboard-write'] })
    const { page } = me
    await logIn(page, 'admin@demo.com.br')
    await page.goto('/Logs')
    await page.getByRole('heading', { name: 'Logs' }).first().waitFor()
    const cell = page.getByRole('gridcell', { name: /Error: falhou/ })
    await cell.waitFor()
    const shown = (await cell.innerText()).trim()
    expect(shown.length).toBeLessThanOrEqual(401)
    expect(shown.endsWith('…')).toBe(true)
    await cell.getByRole('button', { name: 'Copiar' }).click()
    await page.getByText('Copiado com sucesso').waitFor()
    expect(await copied()).toBe(stack)
    expect(await violations(page)).toEqual([])

    await page
      .getByRole('button', { name: /detalhes|Expandir|Mostrar/i })
      .first()
      .click()
    const tree = page.getByRole('group').filter({ hasText: 'metodo' }).first()
    await tree.getByText('"POST"').waitFor()
    await page.getByText('corpo:').waitFor()
    await page.getByText('fim da pilha').waitFor()
    expect(await violations(page)).toEqual([])
  })

  it('say so where the browser does not let one copy', async () => {
    me = await openBrowser(fixture.address)
    const { page } = me
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('no')) } })
      document.execCommand = () => false
    })
    await logIn(page, 'admin@demo.com.br')
    await page.goto('/Logs')
    await page
      .getByRole('gridcell', { name: /Error: falhou/ })
      .getByRole('button', { name: 'Copiar' })
      .click()
    await page.getByText('Erro ao copiar').waitFor()
  })
})
