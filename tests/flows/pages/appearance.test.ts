import type { Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { callApi } from '../fixtures/apiCalls.ts'
import { violations } from '../fixtures/axe.ts'
import { type BrowserUser, logIn, openBrowser, signIn } from '../fixtures/browserUser.ts'
import { followLink } from '../fixtures/followLink.ts'
import { openApp, type RunningApp } from '../fixtures/runningApp.ts'
import { untilDraftKept } from '../fixtures/untilKept.ts'
import { untilNotBusy } from '../fixtures/untilNotBusy.ts'

/** Whether something is cut off sideways. */
const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

const screens = [
  '/',
  '/produtos',
  '/produtos/create',
  '/grupos',
  '/parceiros/create',
  '/loja_perfil',
  '/user_lojas/create',
  '/ImportarNCM',
  '/alterarSenha',
  '/atividade',
  '/por-que',
  '/nao-existe',
]

describe('every kind of screen, as it is looked at', () => {
  let fixture: RunningApp
  let me: BrowserUser

  beforeAll(async () => {
    fixture = await openApp()
  })
  afterAll(() => fixture?.close())
  afterEach(() => me.leave())

  it.each([
    { name: 'a desk, light', viewport: { width: 1440, height: 900 }, colorScheme: 'light' as const },
    { name: 'a laptop, dark', viewport: { width: 1024, height: 768 }, colorScheme: 'dark' as const },
    { name: 'a phone, light', viewport: { width: 390, height: 844 }, colorScheme: 'light' as const },
    { name: 'a phone, dark', viewport: { width: 390, height: 844 }, colorScheme: 'dark' as const },
  ])('$name: nothing is cut off, axe and the console are silent', async ({ viewport, colorScheme }) => {
    me = await openBrowser(fixture.address, { viewport, colorScheme })
    const { page } = me
    await page.goto('/login')
    await page.getByLabel('E-mail').waitFor()
    const wrong = (await violations(page)).map(found => `/login ${found}`)
    await logIn(page, 'dono@demo.com.br')
    // On a desk each is opened by its address, elsewhere as by a link.
    const open = viewport.width === 1440 ? (screen: string) => page.goto(screen) : (screen: string) => followLink(page, screen)
    for (const screen of screens) {
      await open(screen)
      await page.locator('main h1, main h2').first().waitFor()
      await untilNotBusy(page)
      wrong.push(...(await violations(page)).map(found => `${screen} ${found}`))
      if ((await sideways(page)) > 0) wrong.push(`${screen} is wider than the window`)
    }
    expect(wrong).toEqual([])
    expect(me.errors).toEqual([])
  })

  it('the current screen is marked in the menu, under the pointer too', async () => {
    me = await openBrowser(fixture.address, { viewport: { width: 1440, height: 900 } })
    const { page } = me
    await signIn(page, 'dono@demo.com.br')
    await page.goto('/unidades')
    const here = page.getByRole('navigation').getByRole('link', { name: 'Unidades', exact: true })
    const look = () => here.evaluate(link => [getComputedStyle(link).color, getComputedStyle(link).backgroundColor])
    await page.locator('h1').hover()
    const marked = await look()
    await here.hover()
    await here.evaluate(link => Promise.all(link.getAnimations().map(({ finished }) => finished)))
    expect(await look()).toEqual(marked)
  })

  it.each([
    { name: 'a desk, light', viewport: { width: 1440, height: 900 }, colorScheme: 'light' as const },
    { name: 'a desk, dark', viewport: { width: 1440, height: 900 }, colorScheme: 'dark' as const },
    { name: 'a phone, dark', viewport: { width: 390, height: 844 }, colorScheme: 'dark' as const },
  ])('$name: the offer of a draft and the question of a conflict', async ({ viewport, colorScheme }) => {
    me = await openBrowser(fixture.address, { viewport, colorScheme })
    const { page } = me
    page.on('dialog', dialog => void dialog.accept())
    await signIn(page, 'dono@demo.com.br')
    await page.goto('/unidades/create')
    const name = page.getByRole('textbox', { name: 'Nome', exact: true })
    const unit = `U${viewport.width}${colorScheme}`.slice(0, 9)
    await name.fill(unit)
    await page.keyboard.press('Control+s')
    await page.getByText('Criado com sucesso.').waitFor()
    await page.goto(`/unidades?q=${unit}`)
    const id = await page.evaluate(async unit => {
      const headers = { authorization: localStorage.getItem('token') ?? '', 'content-type': 'application/json' }
      const filter = encodeURIComponent(JSON.stringify({ where: { nome: unit } }))
      const [found] = await (
        await fetch(`/api/unidades?lojaId=${localStorage.getItem('lojaId')}&filter=${filter}`, { headers })
      ).json()
      return found.id as number
    }, unit)
    await page.goto(`/unidades/${id}`)
    await name.fill(`${unit}a`)
    await untilDraftKept(page, `${unit}a`)
    await page.reload()
    await page.getByText(/Há alterações não salvas de/).waitFor()
    const wrong = (await violations(page)).map(found => `draft ${found}`)
    if ((await sideways(page)) > 0) wrong.push('draft is wider than the window')
    await page.getByRole('button', { name: 'Recuperar' }).click()
    await expect.poll(() => name.inputValue()).toBe(`${unit}a`)
    await page.evaluate(
      async ({ id, unit }) => {
        const headers = { authorization: localStorage.getItem('token') ?? '', 'content-type': 'application/json' }
        const body = JSON.stringify({ nome: `${unit}b` })
        await fetch(`/api/unidades/${id}?lojaId=${localStorage.getItem('lojaId')}`, { method: 'PATCH', headers, body })
      },
      { id, unit },
    )
    await page.getByRole('dialog', { name: 'Outra pessoa alterou este registro' }).waitFor()
    wrong.push(...(await violations(page)).map(found => `conflict ${found}`))
    if ((await sideways(page)) > 0) wrong.push('conflict is wider than the window')
    expect(wrong).toEqual([])
    expect(me.errors).toEqual([])
  })

  it('short columns of a child list share its room: none stands far from the others', async () => {
    me = await openBrowser(fixture.address)
    const { page } = me
    await signIn(page, 'dono@demo.com.br')
    await page.goto('/')
    // The store at hand is known once the frame stands.
    await page.getByRole('navigation').first().waitFor()
    const [session] = (await callApi(page, `caixas?filter=${encodeURIComponent('{"limit":1}')}`)) as { id: number }[]
    await page.goto(`/caixas/${session?.id}`)
    const heads = page
      .getByRole('grid', { name: 'Valores por moeda' })
      .getByRole('columnheader', { name: /^(Contabilizado|Informado|Corrigido|Diferença)/ })
    await heads.first().waitFor()
    const widths = await heads.evaluateAll(all => all.map(each => each.getBoundingClientRect().width))
    expect(widths).toHaveLength(4)
    expect(Math.max(...widths)).toBeLessThan(Math.min(...widths) * 3)
  })

  it('the theme chosen is kept', async () => {
    me = await openBrowser(fixture.address)
    await logIn(me.page, 'dono@demo.com.br')
    await me.page.getByRole('button', { name: 'Tema escuro' }).click()
    await me.page.reload()
    await me.page.getByRole('button', { name: 'Tema claro' }).waitFor()
    expect(await me.page.evaluate(() => document.documentElement.classList.contains('dark'))).toBe(true)
  })

  it('in the colours of the system, what is chosen and what has the focus is told by a line', async () => {
    me = await openBrowser(fixture.address, { forcedColors: 'active' })
    const { page } = me
    await signIn(page, 'dono@demo.com.br')
    await page.goto('/produtos')
    await page.getByRole('gridcell').first().waitFor()
    const outline = (of: Locator) =>
      of.evaluate(element => {
        const { outlineStyle, outlineOffset } = getComputedStyle(element)
        return `${outlineStyle} ${outlineOffset}`
      })
    const look = page.locator('main').getByRole('button', { pressed: true }).first()
    const others = page.locator('main').getByRole('button', { pressed: false }).first()
    expect(await outline(look)).toBe('solid -2px')
    expect(await outline(others)).toMatch(/^none/)
    await page.keyboard.press('Tab')
    await look.focus()
    expect(await outline(look)).toMatch(/^double/)

    const knob = await page
      .getByRole('switch', { checked: true })
      .first()
      .evaluate(element => {
        const probe = document.body.appendChild(document.createElement('i'))
        probe.style.color = 'highlighttext'
        const wanted = getComputedStyle(probe).color
        probe.remove()
        return [getComputedStyle(element, '::before').backgroundColor, wanted]
      })
    expect(knob[0]).toBe(knob[1])

    expect(
      await page.getByRole('combobox', { name: 'Linhas por página' }).evaluate(box => getComputedStyle(box).appearance),
    ).toBe('auto')

    const more = page.getByRole('button', { name: /^Mais ações/ }).first()
    await more.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menu').waitFor()
    await page.keyboard.press('ArrowDown')
    const marked = page.locator('[role^="menuitem"]:focus')
    await marked.waitFor()
    expect(await outline(marked)).toBe('solid -2px')
  })

  it('a toast stays within a window that grows narrower', async () => {
    me = await openBrowser(fixture.address)
    const { page } = me
    await signIn(page, 'dono@demo.com.br')
    await page.goto('/unidades/create')
    await page.getByRole('textbox', { name: 'Nome', exact: true }).fill('Estreita')
    await page.keyboard.press('Control+s')
    const toast = page.getByText('Criado com sucesso.')
    await toast.hover()
    await page.setViewportSize({ width: 390, height: 844 })
    const region = page.getByRole('region', { name: 'Avisos' })
    const { left, right } = await region.evaluate(element => element.getBoundingClientRect().toJSON() as DOMRect)
    expect(left).toBeGreaterThanOrEqual(0)
    expect(right).toBeLessThanOrEqual(390)
  })

  it('on a phone a toast stands above the bar that saves, and what the top bar offers is large enough for a finger', async () => {
    me = await openBrowser(fixture.address, { viewport: { width: 390, height: 844 } })
    const { page } = me
    await signIn(page, 'dono@demo.com.br')
    await page.goto('/grupos/1')
    const save = page.getByRole('button', { name: 'Salvar grupo' })
    await save.waitFor()
    const name = page.getByRole('textbox', { name: 'Nome', exact: true })
    await name.fill(`${await name.inputValue()}.`)
    await page.keyboard.press('Control+s')
    const toast = page.getByRole('region', { name: 'Avisos' })
    await toast.waitFor()
    // Saved, one stands in the list; the toast goes along to the next form.
    await followLink(page, '/grupos/2')
    await save.waitFor()
    const [bar, said] = [await save.boundingBox(), await toast.boundingBox()]
    expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
    const heights = await page
      .locator('header button:visible')
      .evaluateAll(all => all.map(each => each.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height)))
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
  })

  it('with reduced motion a colour changes everywhere in the same frame', async () => {
    me = await openBrowser(fixture.address, { colorScheme: 'light' })
    await signIn(me.page, 'dono@demo.com.br')
    await me.page.goto('/grupos')
    await me.page.getByRole('gridcell').first().waitFor()
    const [before, ...after] = await me.page.evaluate(() => {
      const colour = (of: Element | null) => of && getComputedStyle(of).color
      const heading = document.querySelector('main h1')
      const before = colour(heading)
      document.documentElement.classList.add('dark')
      return [before, colour(document.documentElement), colour(heading)]
    })
    expect(after[0]).not.toBe(before)
    expect(after[1]).toBe(after[0])
  })
})
