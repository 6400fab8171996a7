import type { Page, Request } from 'playwright'
import { beforeEach, describe, expect, it } from 'vitest'
import { logIn } from '../fixtures/browserUser.ts'
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

describe('the first paint of a list', () => {
  const desk = useOwnerSession({ serviceWorkers: 'block' })
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
    await page.getByRole('button', { name: 'Entrar' }).waitFor()
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
    await page.getByRole('button', { name: 'Entrar' }).waitFor()
    expect(await page.evaluate(() => localStorage.getItem('primeiras'))).toBeNull()
    await logIn(page, 'funcionario@demo.com.br')
  })
})

describe('a reload', () => {
  const desk = useOwnerSession({ serviceWorkers: 'block' })

  it('after the session ended leads to the login, and back to the list', async () => {
    const { page, errors } = desk.me
    await page.goto('/produtos?page=2')
    await firstRow(page).waitFor()
    await page.evaluate(() => localStorage.setItem('token', 'ended'))
    await page.reload()
    await page.getByRole('button', { name: 'Entrar' }).waitFor()
    await page.getByLabel('E-mail').fill('dono@demo.com.br')
    await page.getByLabel('Senha', { exact: true }).fill('demo1234')
    await page.keyboard.press('Enter')
    await firstRow(page).waitFor()
    expect(new URL(page.url()).search).toBe('?page=2')
    // The browser itself says that calls were refused.
    errors.splice(0)
  })
})
