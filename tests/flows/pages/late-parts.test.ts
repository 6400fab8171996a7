import type { Locator, Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { holdReplies } from '../fixtures/heldReplies.ts'
import { useOwnerSession } from '../fixtures/ownerSession.ts'

const placeOf = (stands: Locator) =>
  stands.evaluate(element => {
    const { x, y } = element.getBoundingClientRect()
    return { x, y }
  })

/** Opens a page without a part of it, and tells where something stands before that part comes and after. */
async function placesAround(page: Page, late: RegExp, path: string, stands: Locator, comes: Locator) {
  const held = await holdReplies(page, late)
  await page.goto(path)
  await held.asked
  await stands.waitFor()
  await page.evaluate(() => document.fonts.ready)
  const before = await placeOf(stands)
  held.release()
  await comes.waitFor()
  return { before, after: await placeOf(stands) }
}

describe('what comes late', () => {
  const desk = useOwnerSession()

  it.each([
    {
      part: 'the tools of a list, where the filters have left them no room in their line',
      late: /\/assets\/ListToolbar-/,
      path: '/Conta?vencimento=..2026-12-31&pago=false&perda=false',
      stands: (page: Page) => page.getByRole('grid').getByRole('row').nth(1),
      comes: (page: Page) => page.getByRole('button', { name: 'Colunas', exact: true }),
    },
    {
      part: 'the steps of a record',
      late: /\/assets\/RecordWays-/,
      path: '/pedidos/6',
      stands: (page: Page) => page.getByRole('combobox', { name: 'Tipo' }).first(),
      comes: (page: Page) => page.getByRole('button', { name: 'Situação e passos' }),
    },
    {
      part: 'the bar that adds rows',
      late: /\/assets\/AddBar-/,
      path: '/pedidos/create',
      stands: (page: Page) => page.getByRole('grid', { name: 'Produtos' }),
      comes: (page: Page) => page.getByRole('group', { name: 'Adicionar em Produtos' }),
    },
    {
      part: 'the figures of a report',
      late: /\/api\/relatorio\//i,
      path: '/relatorio/DRE',
      stands: (page: Page) => page.getByRole('button', { name: 'Buscar', exact: true }).last(),
      comes: (page: Page) => page.getByRole('button', { name: 'Imprimir' }),
    },
  ])('$part pushes nothing away', async ({ late, path, stands, comes }) => {
    const { page } = desk.me
    const { before, after } = await placesAround(page, late, path, stands(page), comes(page))
    expect(after).toEqual(before)
  })

  it('the filters of an address come before the rows below them', async () => {
    const { page } = desk.me
    const chips = await holdReplies(page, /\/assets\/FilterChips-/)
    const answered = page.waitForResponse(/\/api\/produtos\?/)
    await page.goto('/produtos?stt_prod=true')
    await Promise.all([chips.asked, answered])
    const rows = page.getByRole('grid', { name: 'Produtos' }).locator('[role=gridcell]')
    await page.evaluate(() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    expect(await rows.count()).toBe(0)
    chips.release()
    await rows.first().waitFor()
    expect(await page.getByText('Ativo: Sim', { exact: true }).count()).toBe(1)
  })

  it('figures on a phone come below a question that is folded already', async () => {
    const { page } = desk.me
    await page.setViewportSize({ width: 390, height: 844 })
    const { before, after } = await placesAround(
      page,
      /\/api\/relatorio\//i,
      '/relatorio/DRE',
      page.getByRole('button', { name: 'Alterar' }),
      page.getByRole('button', { name: 'Imprimir' }),
    )
    expect(after).toEqual(before)
  })
})
