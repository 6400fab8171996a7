import type { Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { violations } from '../fixtures/axe.ts'
import { type BrowserUser, openBrowser, signIn } from '../fixtures/browserUser.ts'
import { openApp, type RunningApp } from '../fixtures/runningApp.ts'

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const photo = (name: string) => ({ name, mimeType: 'image/png', buffer: picture })

interface Product {
  readonly id: number
  readonly cod_prod: string
  readonly desc_prod: string
  readonly fotoUrl: string | null
}

describe('photos of many products at once', () => {
  let fixture: RunningApp
  let me: BrowserUser
  let page: Page
  let dialog: Locator

  const sit = async (options: Parameters<typeof openBrowser>[1] = {}, email = 'dono@demo.com.br'): Promise<void> => {
    me = await openBrowser(fixture.address, options)
    page = me.page
    await signIn(page, email)
    await page.goto('/produtos')
    await page.getByRole('heading', { level: 1 }).waitFor()
    dialog = page.getByRole('dialog', { name: 'Enviar fotos' })
  }
  /** By keyboard alone. */
  const open = async (menu: string): Promise<void> => {
    await page.getByRole('button', { name: menu, exact: true }).focus()
    await page.keyboard.press('Enter')
    // The menu takes the focus itself, once it stands.
    await page.locator('[role=menuitem]:focus').waitFor()
    await page.getByRole('menuitem', { name: 'Enviar fotos' }).focus()
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Escolher fotos' }).waitFor()
  }
  const products = async (): Promise<readonly Product[]> => {
    const authorization = await page.evaluate(() => localStorage.getItem('token') ?? '')
    const filter = JSON.stringify({ order: 'id ASC', limit: 3 })
    const reply = await page.request.get(`/api/produtos?lojaId=1&filter=${encodeURIComponent(filter)}`, {
      headers: { authorization },
    })
    return (await reply.json()) as Product[]
  }
  const choose = (files: ReturnType<typeof photo>[]): Promise<void> => dialog.locator('input[type=file]').setInputFiles(files)
  const line = (file: string): Locator => dialog.getByRole('listitem').filter({ hasText: file })

  beforeAll(async () => {
    fixture = await openApp()
  })
  afterAll(() => fixture?.close())
  afterEach(async () => {
    const { errors } = me
    await me.leave()
    expect(errors).toEqual([])
  })

  it('stand in the list where every other column has its room, and are the first to leave', async () => {
    await sit({ viewport: { width: 1440, height: 900 } })
    const photos = page.getByRole('columnheader', { name: 'Foto' })
    await photos.waitFor()
    await page.setViewportSize({ width: 1180, height: 900 })
    await expect.poll(() => photos.count()).toBe(0)
    await page.getByRole('columnheader', { name: 'Cód. auxiliar' }).waitFor()
  })

  it('shows whose each is and why not, sends the right ones, tries again, and is taken back as one', async () => {
    await sit({ viewport: { width: 1280, height: 800 } })
    const before = await products()
    const [first, second, third] = before
    if (!first || !second || !third) throw new Error('the demo has fewer than three products')
    await open('Ações da lista')
    await choose([
      photo(`${first.cod_prod}.png`),
      photo(`${second.cod_prod} - do cardápio.png`),
      photo(`${third.cod_prod}.png`),
      photo(`${third.cod_prod} (2).png`),
      photo('999999999.png'),
      { name: `${first.cod_prod}.jpg`, mimeType: 'image/jpeg', buffer: Buffer.from('isto não é uma foto') },
    ])
    await dialog.getByText('2 prontas para enviar, de 6').waitFor()
    await line(`${first.cod_prod}.png`).getByText(first.desc_prod).waitFor()
    await line('do cardápio').getByText(second.desc_prod).waitFor()
    await line('999999999').getByText('Nenhum registro tem este nome de arquivo.').waitFor()
    await line(`${first.cod_prod}.jpg`).getByText('não é uma imagem').waitFor()
    expect(await dialog.getByText('Há outra foto deste registro.').count()).toBe(2)
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: `Tirar ${third.cod_prod} (2).png` }).press('Enter')
    await dialog.getByText('3 prontas para enviar, de 5').waitFor()

    let refused = false
    await page.route('**/api/files?**', async route => {
      if (refused) return route.continue()
      refused = true
      await route.fulfill({ status: 500, json: { error: { message: 'Disco cheio.', code: 'x', statusCode: 500, details: [] } } })
    })
    await dialog.getByRole('button', { name: 'Enviar 3 fotos' }).press('Enter')
    await dialog.getByText('Disco cheio.').waitFor()
    await dialog.getByRole('button', { name: 'Tentar 1 de novo' }).press('Enter')
    await dialog.getByText('3 fotos salvas').waitFor()
    await expect.poll(async () => (await products()).every(({ fotoUrl }) => fotoUrl?.startsWith('/files/'))).toBe(true)
    await page.keyboard.press('Escape')
    await page.getByText('3 fotos de produtos salvas.').waitFor()
    await page.getByRole('button', { name: 'Desfazer' }).click()
    await page.getByText('Desfeito.').waitFor()
    expect((await products()).map(({ fotoUrl }) => fotoUrl)).toEqual(before.map(({ fotoUrl }) => fotoUrl))
  })

  it('is right for everybody on a phone in the dark', async () => {
    await sit({ viewport: { width: 390, height: 844 }, colorScheme: 'dark', hasTouch: true })
    const [first] = await products()
    await open('Ações')
    expect(await violations(page)).toEqual([])
    await choose([photo(`${first?.cod_prod}.png`), photo('uma foto de nome muito comprido que ninguém tem no cadastro.png')])
    await dialog.getByText('1 pronta para enviar, de 2').waitFor()
    expect(await violations(page)).toEqual([])
    expect(await dialog.evaluate(box => box.scrollWidth <= box.clientWidth)).toBe(true)
  })
})
