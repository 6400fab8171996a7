import type { Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { violations } from '../fixtures/axe.ts'
import { type BrowserUser, openBrowser, signIn } from '../fixtures/browserUser.ts'
import { holdReplies } from '../fixtures/heldReplies.ts'
import { openApp, type RunningApp } from '../fixtures/runningApp.ts'

const looks = [
  { name: 'a desk, light', viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  { name: 'a desk, dark', viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
  { name: 'a phone, light', viewport: { width: 390, height: 844 }, colorScheme: 'light' },
  { name: 'a phone, dark', viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
] as const

describe('a mass change of all that the list finds, with no row chosen', () => {
  let fixture: RunningApp
  let me: BrowserUser
  let page: Page
  let dialog: Locator

  const sit = async (look: (typeof looks)[number] = looks[0]): Promise<void> => {
    me = await openBrowser(fixture.address, look)
    page = me.page
    await signIn(page, 'dono@demo.com.br')
    dialog = page.getByRole('dialog', { name: 'Alteração em massa' })
  }
  const shown = async (): Promise<number> => {
    const count = page.locator('h1 + span', { hasText: /\d/ })
    return Number((await count.innerText()).match(/\d+/)?.[0])
  }
  /** By keyboard alone, as the menu of the list offers it. */
  const open = async (menu: string): Promise<void> => {
    await page.getByRole('button', { name: menu, exact: true }).focus()
    await page.keyboard.press('Enter')
    // The menu takes the focus itself, once it stands.
    await page.locator('[role=menuitem]:focus').waitFor()
    await page.getByRole('menuitem', { name: /^Alterar um campo em todos/ }).focus()
    await page.keyboard.press('Enter')
    await dialog.getByLabel('Campo').waitFor()
  }
  const setOrder = async (value: string): Promise<void> => {
    await dialog.getByLabel('Campo').selectOption({ label: 'Ordem' })
    await dialog.getByLabel('Novo valor').fill(value)
  }
  /** Returns the number of products that have this place, as the server tells. */
  const placed = async (ordem: number): Promise<number> => {
    const where = encodeURIComponent(JSON.stringify({ where: { ordem } }))
    const { id } = (await (
      await fetch(`${fixture.address}/api/users/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'dono@demo.com.br', password: 'demo1234' }),
      })
    ).json()) as { id: string }
    const reply = await fetch(`${fixture.address}/api/produtos/count?lojaId=1&filter=${where}`, {
      headers: { authorization: id },
    })
    return ((await reply.json()) as { count: number }).count
  }

  beforeAll(async () => {
    fixture = await openApp()
  })
  afterAll(() => fixture?.close())
  afterEach(async () => {
    const { errors } = me
    await me.leave()
    expect(errors).toEqual([])
  })

  for (const look of looks)
    it(`opens from the list's actions and is right for everybody: ${look.name}`, async () => {
      await sit(look)
      await page.goto('/produtos?q=pizza')
      const total = await shown()
      await open(look.viewport.width < 500 ? 'Ações' : 'Ações da lista')
      await dialog.getByText(`Todos os ${total} do filtro`).waitFor()
      await setOrder('41')
      await dialog.getByText(`${total} de ${total} registros serão alterados.`).waitFor()
      expect(await violations(page)).toEqual([])
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      expect(await placed(41)).toBe(0)
    })

  it('changes them as one action, leaves the others alone and takes it back', async () => {
    await sit()
    await page.goto('/produtos?q=pizza')
    const total = await shown()
    await open('Ações da lista')
    await setOrder('42')
    await dialog.getByRole('button', { name: `Alterar ${total}` }).click()
    await page.getByText('Produtos alterados com sucesso!').waitFor()
    expect(await placed(42)).toBe(total)
    // Of very many it takes a while, and says so.
    const undo = await holdReplies(page, '**/desfazer')
    await page.getByRole('button', { name: 'Desfazer' }).click()
    await page.getByText('Desfazendo…').waitFor()
    undo.release()
    await page.getByText('Desfeito.').waitFor()
    expect(await page.getByText('Desfazendo…').count()).toBe(0)
    await expect.poll(() => placed(42)).toBe(0)
  })

  it('raises prices by percent, shows them before, keeps the search and takes it back', async () => {
    await sit()
    await page.goto('/produtos?q=pizza')
    const total = await shown()
    await open('Ações da lista')
    await dialog.getByLabel('Campo').selectOption({ label: 'Preço de venda' })
    await dialog.getByLabel('Como').selectOption({ label: 'Aumentar em %' })
    await dialog.getByLabel('Quanto').fill('10')
    await dialog.getByLabel('Arredondar').selectOption({ label: 'Terminar em ,90' })
    await dialog.getByRole('group', { name: 'Também em' }).getByRole('checkbox', { name: 'Preço no app' }).check()
    await dialog
      .getByRole('rowheader', { name: /: Preço no app$/ })
      .first()
      .waitFor()
    await dialog
      .getByRole('table', { name: 'Antes e depois' })
      .getByRole('row')
      .first()
      .getByRole('cell')
      .last()
      .getByText(/,90$/)
      .waitFor()
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: /^Alterar \d+/ }).click()
    await page.getByText('Produtos alterados com sucesso!').waitFor()
    expect(new URL(page.url()).searchParams.get('q')).toBe('pizza')
    expect(await shown()).toBe(total)
    await page.getByRole('grid').getByText(/,90/).first().waitFor()
    await page.getByRole('button', { name: 'Desfazer' }).click()
    await page.getByText('Desfeito.').waitFor()
  })

  it('is not offered where nothing may be changed, or nothing is found', async () => {
    await sit()
    await page.goto('/produtos?q=nadadisso')
    await page
      .getByText(/Nenhum/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Ações da lista' }).click()
    await page.getByRole('menuitem', { name: 'Enviar fotos' }).waitFor()
    expect(await page.getByRole('menuitem', { name: /em massa/ }).count()).toBe(0)
    await page.goto('/user_logs')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.getByRole('button', { name: 'Ações da lista' }).count()).toBe(0)
  })

  describe('of very many', () => {
    /** The preview says that they are very many, so that they go part by part. */
    const manyFound = () =>
      page.route('**/produtos/valores*', async route => {
        const reply = await route.fetch()
        await route.fulfill({ response: reply, json: { ...(await reply.json()), total: 25_000, mudam: 25_000 } })
      })

    it('checks all of them first, then changes them, telling how far it is', async () => {
      await sit()
      await manyFound()
      await page.goto('/produtos?q=pizza')
      const total = await shown()
      const asked: string[] = []
      const seen = { checked: Promise.withResolvers<void>(), changed: Promise.withResolvers<void>() }
      await page.route('**/alterarVarios*', async route => {
        const what = (route.request().postDataJSON() as { ensaio?: boolean }).ensaio ? 'checked' : 'changed'
        asked.push(what)
        await seen[what].promise
        await route.continue()
      })
      await open('Ações da lista')
      await setOrder('43')
      await dialog.getByText('25.000 de 25.000 registros serão alterados.').waitFor()
      await dialog.getByText(/todos são conferidos antes/).waitFor()
      await dialog.getByRole('button', { name: 'Alterar 25.000' }).click()
      await dialog.getByText('Conferindo 0 de 25.000 registros…').waitFor()
      expect(await violations(page)).toEqual([])
      seen.checked.resolve()
      await dialog.getByText('Alterando: 0 de 25.000 registros prontos…').waitFor()
      seen.changed.resolve()
      await page.getByText('Produtos alterados com sucesso!').waitFor()
      expect(asked).toEqual(['checked', 'changed'])
      expect(await placed(43)).toBe(total)
      await page.getByRole('button', { name: 'Desfazer' }).click()
      await expect.poll(() => placed(43)).toBe(0)
    })

    it('can be stopped: what was not begun stays as it was', async () => {
      await sit()
      await manyFound()
      await page.goto('/produtos?q=pizza')
      const stopped = Promise.withResolvers<void>()
      await page.route('**/alterarVarios*', async route => {
        const { ensaio, parte } = route.request().postDataJSON() as { ensaio?: boolean; parte: { apos?: number } }
        if (ensaio) return route.continue()
        // The first part is one row and there are more behind it.
        await stopped.promise
        const { registros, ...body } = route.request().postDataJSON()
        expect(parte.apos).toBeUndefined()
        const reply = await route.fetch({ postData: JSON.stringify({ ...body, registros, parte: { quantos: 1 } }) })
        await route.fulfill({ response: reply, json: { ...(await reply.json()), vistos: 10_000 } })
      })
      await open('Ações da lista')
      await setOrder('44')
      await dialog.getByRole('button', { name: 'Alterar 25.000' }).click()
      await dialog.getByText(/^Alterando: 0/).waitFor()
      await dialog.getByRole('button', { name: 'Parar' }).click()
      stopped.resolve()
      await page.getByText('Parado no meio. Alterados: 1; os outros ficaram como estavam.').waitFor()
      expect(await placed(44)).toBe(1)
      await page.getByRole('button', { name: 'Desfazer' }).click()
      await expect.poll(() => placed(44)).toBe(0)
    })
  })
})
