import { describe, expect, it } from 'vitest'
import { useOwnerSession } from '../fixtures/ownerSession.ts'

describe('a saved record', () => {
  const desk = useOwnerSession()

  it('a save that leaves the record leads back to it, from the list and from the next new one', async () => {
    const { page } = desk.me
    const notices = page.getByRole('region', { name: 'Avisos' })
    await page.goto('/comandas')
    await page.getByRole('grid', { name: 'Comandas' }).waitFor()
    await page.goto('/comandas/create')
    await page.getByRole('textbox', { name: 'Código', exact: true }).fill('7701')
    await page.keyboard.press('Control+s')
    await page.waitForURL(url => url.pathname === '/comandas')
    await notices.getByRole('link', { name: /^Abrir .*7701$/ }).click()
    await page.waitForURL(url => /^\/comandas\/\d+$/.test(url.pathname))
    await expect.poll(() => page.getByRole('textbox', { name: 'Código', exact: true }).inputValue()).toBe('7701')
    expect(await notices.getByRole('link').count()).toBe(0)

    await page.goto('/unidades/create')
    await page.getByRole('textbox', { name: 'Nome', exact: true }).fill('saca')
    await page.getByRole('button', { name: 'Salvar e novo' }).click()
    const link = notices.getByRole('link', { name: 'Abrir saca' })
    expect(await link.getAttribute('href')).toMatch(/^\/unidades\/\d+$/)
    await link.click()
    await page.getByRole('heading', { level: 1, name: 'saca' }).waitFor()
  })
})
