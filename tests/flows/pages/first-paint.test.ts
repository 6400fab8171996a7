import type { Page, Request } from 'playwright'
import { beforeEach, describe, expect, it } from 'vitest'
import { logIn, openBrowser } from '../fixtures/browserUser.ts'
import { useOwnerSession } from '../fixtures/ownerSession.ts'

const products = (page: Page) => page.getByRole('grid', { name: 'Produtos' })
const firstRow = (page: Page) => products(page).getByRole('gridcell').first()

/** The calls that a page makes first, in their order. */
const firstCalls = ['/api/users/configuracao', '/api/model', '/api/produtos']

/** Counts the calls that belong to the first paint of the products, from now on. */
function countedCalls(page: Page): readonly string[] {
  const seen: string[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (firstCalls.includes(pathname)) seen.push(pathname)
  })
  return seen
}

describe('what is there first', () => {
  const desk = useOwnerSession()

  describe('the first paint of a list', () => {
    let page: Page

    beforeEach(async () => {
      page = desk.me.page
      await page.goto('/produtos?page=2')
      await firstRow(page).waitFor()
    })

    it('asks for session, definitions and rows before its code is here, each once', async () => {
      const calls = countedCalls(page)
      const asked = Promise.all(
        firstCalls.map(path => page.waitForRequest((request: Request) => new URL(request.url()).pathname === path)),
      )
      // The code comes only after all three were asked for.
      await page.route(/\/assets\/index-[^/]*\.js$/, async route => {
        await asked
        await route.continue()
      })
      await page.reload()
      await firstRow(page).waitFor()
      expect(calls.toSorted()).toEqual(firstCalls.toSorted())
      expect(new URL(page.url()).search).toBe('?page=2')
    })

    it('shows the boxes of the frame to who is signed in, and to nobody else', async () => {
      let go = (): void => undefined
      const held = new Promise<void>(resolve => {
        go = resolve
      })
      await page.route(/\/assets\/index-[^/]*\.js$/, async route => {
        await held
        await route.continue()
      })
      const boxes = page.locator('.first-paint')
      await page.goto('/produtos', { waitUntil: 'commit' })
      await boxes.locator('div').first().waitFor()
      await page.evaluate(() => localStorage.removeItem('token'))
      await page.goto('/produtos', { waitUntil: 'commit' })
      await boxes.waitFor({ state: 'attached' })
      expect(await boxes.isVisible()).toBe(false)
      go()
      await page.getByRole('button', { name: 'Entrar', exact: true }).waitFor()
    })

    it('is of the store that was switched to', async () => {
      const other = '/api/produtos?'
      await page.evaluate(() => {
        sessionStorage.setItem('lojaId', '2')
      })
      const asked = page.waitForRequest(request => request.url().includes(other))
      await page.reload()
      expect(new URL((await asked).url()).searchParams.get('lojaId')).toBe('2')
      await products(page).waitFor()
    })

    it('leaves nothing of what somebody asked to who signs in after them', async () => {
      await page.goto('/produtos?q=segredo')
      await page.getByRole('heading', { name: 'Produtos' }).first().waitFor()
      await expect.poll(() => page.evaluate(() => localStorage.getItem('primeiras'))).toContain('segredo')
      await page.getByRole('button', { name: 'Menu do usuário' }).click()
      await page.getByRole('menuitem', { name: 'Sair' }).click()
      await page.getByRole('button', { name: 'Entrar', exact: true }).waitFor()
      expect(await page.evaluate(() => localStorage.getItem('primeiras'))).toBeNull()
      await logIn(page, 'funcionario@demo.com.br')
    })
  })

  describe('a reload', () => {
    it('after the session ended leads to the login, and back to the list', async () => {
      const { page, errors } = desk.me
      await page.goto('/produtos?page=2')
      await firstRow(page).waitFor()
      await page.evaluate(() => localStorage.setItem('token', 'ended'))
      await page.reload()
      await page.getByRole('button', { name: 'Entrar', exact: true }).waitFor()
      await page.getByLabel('E-mail').fill('dono@demo.com.br')
      await page.getByLabel('Senha', { exact: true }).fill('demo1234')
      await page.keyboard.press('Enter')
      await firstRow(page).waitFor()
      expect(new URL(page.url()).search).toBe('?page=2')
      // The browser itself says that calls were refused.
      errors.splice(0)
    })

    it('draws neither the frame nor the list in boxes again once their code is there', async () => {
      const { page } = desk.me
      await page.goto('/produtos')
      await firstRow(page).waitFor()
      await page.addInitScript(() => {
        // The page's patience with a slow machine is not tried here: it lasts a hundred times as long.
        const later = window.setTimeout.bind(window)
        Object.assign(window, {
          setTimeout: (act: () => void, time = 0, ...given: unknown[]) => later(act, 100 * time, ...given),
        })
        new MutationObserver((_, watch) => {
          if (document.querySelector('[role=gridcell]')) watch.disconnect()
          else if (document.querySelector('#root main')) console.error('an empty frame was drawn')
        }).observe(document, { childList: true, subtree: true })
      })
      await page.reload()
      await firstRow(page).waitFor()
    })

    it('keeps the looks and nothing of what was shown, and looks the same', async () => {
      const { page } = desk.me
      await page.goto('/produtos')
      await firstRow(page).waitFor()
      const looks = () =>
        page.evaluate(() =>
          [...document.querySelectorAll('body, main, main h1, main button, [role=gridcell], nav a')].map(element => {
            const { color, backgroundColor, font, padding, display } = getComputedStyle(element)
            return `${element.tagName} ${color} ${backgroundColor} ${font} ${padding} ${display}`
          }),
        )
      // The menus of the list come a moment after its rows.
      await page.getByRole('button', { name: 'Colunas', exact: true }).waitFor()
      const before = await looks()
      const name = await page.locator('[role=gridcell][data-column=desc_prod]').first().innerText()
      await expect.poll(() => page.evaluate(() => localStorage.getItem('estilos') ?? '')).toContain('"written"')
      expect(await page.evaluate(() => localStorage.getItem('estilos'))).not.toContain(name)
      await page.reload()
      await firstRow(page).waitFor()
      await expect.poll(looks).toEqual(before)
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.reload()
      await firstRow(page).waitFor()
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe('rgb(14, 18, 19)')
    })

    it('in two windows shows each person what is theirs, and the next one nothing of the former', async () => {
      const theirs = await openBrowser(desk.fixture.address)
      await logIn(theirs.page, 'funcionario@demo.com.br')
      const pages = [desk.me.page, theirs.page]
      await desk.me.page.evaluate(() => sessionStorage.setItem('lojaId', '2'))
      const asked = pages.map(page => {
        const seen = new Set<string>()
        page.on('request', request => {
          const { authorization } = request.headers()
          if (authorization) seen.add(authorization)
        })
        return seen
      })
      for (const page of pages) await page.goto('/produtos')
      await Promise.all(pages.map(page => firstRow(page).waitFor()))
      await Promise.all(pages.map(page => page.reload()))
      await Promise.all(pages.map(page => firstRow(page).waitFor()))
      const store = (page: Page) => page.getByRole('navigation').first().locator('..').innerText()
      expect(await store(desk.me.page)).toContain('Lanches da Praça')
      expect(await store(theirs.page)).toContain('Cantina Bella Massa')
      expect(await store(theirs.page)).not.toContain('Lanches da Praça')
      const tokens = await Promise.all(pages.map(page => page.evaluate(() => localStorage.getItem('token'))))
      expect(asked.map(seen => [...seen])).toEqual(tokens.map(token => [token]))
      // The next one at the same window.
      const { page } = theirs
      await page.getByRole('button', { name: 'Menu do usuário' }).click()
      await page.getByRole('menuitem', { name: 'Sair' }).click()
      await page.getByRole('button', { name: 'Entrar', exact: true }).waitFor()
      expect(await page.getByRole('gridcell').count()).toBe(0)
      await page.getByLabel('E-mail').fill('dono@demo.com.br')
      await page.getByLabel('Senha', { exact: true }).fill('demo1234')
      await page.keyboard.press('Enter')
      await page.getByRole('navigation').first().waitFor()
      await page.getByRole('button', { name: 'Menu do usuário' }).click()
      await page.getByText('dono@demo.com.br').waitFor()
      expect(theirs.errors).toEqual([])
      await theirs.leave()
    })
  })
})
