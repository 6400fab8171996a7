import { describe, expect, it } from 'vitest'
import { violations } from '../fixtures/axe.ts'
import { openBrowser, signIn } from '../fixtures/browserUser.ts'
import { useOwnerSession } from '../fixtures/ownerSession.ts'

/** The first sight of settings and integrations: where people are, what to press, and what is not theirs. */

describe('settings and integrations', () => {
  const session = useOwnerSession()

  it('each say where they are, and lead back to all of them', async () => {
    const { page } = session.me
    for (const [path, title] of [
      ['/integracoes/mercadoPago', 'Mercado Pago'],
      ['/pickNGo', 'Pick N Go'],
      ['/integracoes/certificado-digital-config', 'Certificado digital'],
    ] as const) {
      await page.goto(path)
      await page.getByRole('main').getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
      const way = page.getByRole('navigation', { name: 'Caminho' })
      await way.getByText(title, { exact: true }).waitFor()
      await way.getByRole('link', { name: 'Integrações' }).click()
      await page.waitForURL('**/integracoes')
    }
  })

  it('show what to press first', async () => {
    const { page } = session.me
    const colours: string[] = []
    for (const path of ['/integracoes/ifood', '/integracoes/whatsapp-config']) {
      await page.goto(path)
      const install = page.getByRole('button', { name: 'Instalar', exact: true })
      await install.waitFor()
      colours.push(await install.evaluate(button => getComputedStyle(button).backgroundColor))
    }
    expect(colours[1]).toBe(colours[0])
  })

  it('begin a choice at what is chosen', async () => {
    const { page } = session.me
    await page.goto('/integracoes/etiqueta-config')
    await page.getByText('6 dígitos').waitFor()
    await expect
      .poll(() => page.evaluate(() => document.activeElement instanceof HTMLInputElement && document.activeElement.checked))
      .toBe(true)
  })

  it('keep lists of installations for administrators', async () => {
    const { page } = session.me
    for (const path of ['/IFood_oauth', '/IFood_oauth/1', '/Whatsapp', '/Loja_certificados', '/Mercado_Pago_oauth']) {
      await page.goto(path)
      await page.getByRole('main').getByText('Página não encontrada').waitFor()
    }
    const chief = await openBrowser(session.fixture.address)
    await signIn(chief.page, 'admin@demo.com.br')
    for (const [path, title] of [
      ['/IFood_oauth', 'Autorizações do iFood'],
      ['/Whatsapp', 'Chatbots do WhatsApp'],
      ['/Loja_certificados', 'Certificados digitais'],
    ] as const) {
      await chief.page.goto(path)
      await chief.page.getByRole('main').getByRole('heading', { level: 1, name: title }).waitFor()
    }
    expect(chief.errors).toEqual([])
    await chief.leave()
  })
})

describe('on a phone', () => {
  const session = useOwnerSession({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })

  it('the mode of a card reader is changed without scrolling sideways', async () => {
    const { page } = session.me
    await page.goto('/integracoes/mercadoPago')
    await page.getByRole('button', { name: 'Instalar' }).click()
    await page.getByRole('link', { name: 'Autorizar' }).click()
    const change = page.getByRole('button', { name: 'Ativar modo PDV', exact: true })
    await change.waitFor()
    const box = await change.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390)
    const readers = page.getByRole('table', { name: 'Maquininhas Point' })
    expect(
      await readers.evaluate(table => (table.parentElement?.scrollWidth ?? 0) - (table.parentElement?.clientWidth ?? 0)),
    ).toBe(0)
    expect(await violations(page)).toEqual([])
  })

  it('the country’s code stands apart from the number', async () => {
    const { page } = session.me
    await page.evaluate(() => localStorage.clear())
    await page.goto('/cadastro')
    const number = page.getByLabel('Telefone')
    await number.fill('11987654321')
    const text = await number.evaluate(
      box => box.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(box).paddingLeft),
    )
    const sign = await page.getByText('+55', { exact: true }).evaluate(span => {
      const range = document.createRange()
      range.selectNodeContents(span)
      return range.getBoundingClientRect().right
    })
    expect(text - sign).toBeGreaterThanOrEqual(4)
  })
})
