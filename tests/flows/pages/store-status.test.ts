import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { callApi } from '../fixtures/apiCalls.ts'
import { violations } from '../fixtures/axe.ts'
import { useOwnerSession } from '../fixtures/ownerSession.ts'

describe.each([
  ['a wide screen', { viewport: { width: 1440, height: 900 } }],
  ['a phone in the dark', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: 'dark' }],
] as const)('a store on %s', (_name, options) => {
  const session = useOwnerSession(options)

  /** Open around the clock, whatever day this runs on. */
  beforeAll(async () => {
    const client = new pg.Client({ connectionString: session.fixture.database })
    await client.connect()
    await client.query(`DELETE FROM "Loja_Horarios" WHERE "lojaId" = 1`)
    await client.query(
      `INSERT INTO "Loja_Horarios" ("lojaId", aberto, dia_semana_ini, dia_semana_fim, inicio, fim, entrega, retirada, mesa)
       VALUES (1, true, 0, 6, '00:00', '00:00', true, true, true)`,
    )
    await client.end()
  })

  it('is closed by an emergency in the top bar until somebody opens it, and the hub tells so', async () => {
    const { page } = session.me
    await page.goto('/integracoes')
    const status = (state: string) => page.getByRole('button', { name: `Status da loja: ${state}`, exact: true })
    const card = page.getByRole('listitem').filter({ hasText: 'Status da loja' })
    await card.getByText('Loja aberta', { exact: true }).waitFor()
    await status('Loja aberta').click()
    const panel = page.getByRole('dialog', { name: 'Status da loja' })
    // The whole store's, above those of its ways to sell.
    const whole = panel.locator('dl').filter({ has: page.getByText('Loja', { exact: true }) })
    await whole.getByText(/^Aberta até/).waitFor()
    expect(await panel.getByRole('button', { name: 'Abrir a loja' }).isDisabled()).toBe(true)
    expect(await violations(page)).toEqual([])
    // No by itself changes nothing.
    const question = page.getByRole('alertdialog')
    const close = panel.getByRole('button', { name: 'Fechar a loja' })
    await close.click()
    await question.getByText('Fechar a loja no app? Ela não recebe pedidos até que alguém a abra de novo.').waitFor()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'hidden' })
    expect(await callApi(page, 'Loja_perfil/appStatus')).toMatchObject({ aberto: true, emergencia: false })

    if (!(await panel.isVisible())) await status('Loja aberta').click()
    await close.click()
    await question.getByRole('button', { name: 'Fechar a loja' }).click()
    await page.getByText('Loja fechada no app até que alguém a abra.').first().waitFor()
    await status('Loja em pausa de emergência').waitFor()
    await card.getByText('Loja em pausa de emergência', { exact: true }).waitFor()
    await page.reload()
    await status('Loja em pausa de emergência').click()
    await whole.getByText(/^Fechada: Pausa de emergência/).waitFor()
    expect(await close.isDisabled()).toBe(true)
    expect(await violations(page)).toEqual([])
    await panel.getByRole('button', { name: 'Abrir a loja' }).click()
    await page.getByText('Loja aberta no app.').first().waitFor()
    await status('Loja aberta').waitFor()
    await card.getByText('Loja aberta', { exact: true }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(options.viewport.width)
  })

  it('is closed and opened by keyboard on its page, which says what the server says where it cannot', async () => {
    const { page } = session.me
    await page.goto('/integracoes')
    await page.getByRole('link', { name: 'Detalhes: Status da loja' }).press('Enter')
    const main = page.getByRole('main')
    const close = main.getByRole('button', { name: 'Fechar a loja' })
    await close.waitFor()
    expect(await violations(page)).toEqual([])
    await page.route('**/api/Apps/pausaEmergencia*', route =>
      route.fulfill({
        status: 400,
        json: { error: { message: 'A loja já está fechada.', code: 'x', statusCode: 400, details: [] } },
      }),
    )
    const confirm = async (): Promise<void> => {
      await close.press('Enter')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Fechar a loja' }).press('Enter')
    }
    await confirm()
    await page.getByText('A loja já está fechada.').first().waitFor()
    await page.unroute('**/api/Apps/pausaEmergencia*')
    await confirm()
    await main.getByText('Loja em pausa de emergência').first().waitFor()
    expect(await violations(page)).toEqual([])
    await main.getByRole('button', { name: 'Abrir a loja' }).press('Enter')
    await main.getByText('Loja aberta', { exact: true }).first().waitFor()
    session.me.errors.length = 0
  })
})
