import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { totpCode, totpStep } from '../../../src/server/session/secondFactor/totp.ts'
import { violations } from '../fixtures/axe.ts'
import { type BrowserUser, openBrowser, signIn } from '../fixtures/browserUser.ts'
import { openApp, type RunningApp } from '../fixtures/runningApp.ts'

let fixture: RunningApp
let me: BrowserUser

beforeAll(async () => {
  fixture = await openApp()
  // Browsers make no passkey for an address that is a number.
  me = await openBrowser(fixture.address.replace('127.0.0.1', 'localhost'))
})
afterAll(async () => {
  await me?.leave()
  await fixture?.close()
})

/** Gives the page a device that recognises its person. */
async function addAuthenticator({ context, page }: BrowserUser): Promise<void> {
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const options = { protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true } as const
  const recognises = { hasResidentKey: true, hasUserVerification: true, isUserVerified: true }
  await devtools.send('WebAuthn.addVirtualAuthenticator', { options: { ...options, ...recognises } })
}

/** The store asks its owner for a second factor. */
async function askOwner(page: Page): Promise<void> {
  const authorization = await page.evaluate(() => localStorage.getItem('token') ?? '')
  const headers = { authorization }
  const { loja } = await (await page.request.post('/api/users/configuracao', { headers, data: {} })).json()
  const path = `/api/loja_perfil/${loja.id}?lojaId=${loja.id}`
  const { version } = await (await page.request.get(path, { headers })).json()
  const reply = await page.request.patch(path, { headers, data: { id: loja.id, version, exigir_segundo_fator: true } })
  expect(reply.status(), await reply.text()).toBe(200)
}

const leave = async (page: Page): Promise<void> => {
  await page.evaluate(() => localStorage.removeItem('token'))
  await page.goto('/login')
  await page.getByLabel('E-mail').waitFor()
}

async function givePassword(page: Page): Promise<void> {
  await page.getByLabel('E-mail').fill('dono@demo.com.br')
  await page.getByLabel('Senha', { exact: true }).fill('demo1234')
  await page.keyboard.press('Enter')
}

const inside = (page: Page) => page.getByRole('navigation').first().waitFor()

it('asked for by the store, set up by keyboard, and then what brings in: code, passkey alone, remembered device', async () => {
  const { page } = me
  const { keyboard } = page
  await addAuthenticator(me)
  await signIn(page, 'dono@demo.com.br')
  await askOwner(page)

  // Nothing else opens until there is one.
  await page.goto('/produtos')
  await page.getByRole('heading', { name: 'Configure o segundo fator' }).waitFor()
  expect(await violations(page)).toEqual([])
  expect(await page.getByRole('navigation').count()).toBe(0)
  await page.getByRole('button', { name: 'Adicionar passkey' }).focus()
  await keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Confirme que é você' }).waitFor()
  await keyboard.type('errada')
  await keyboard.press('Enter')
  await page.getByText('Senha atual incorreta!').waitFor()
  await page.getByLabel('Senha atual').fill('demo1234')
  await keyboard.press('Enter')
  const naming = page.getByRole('dialog', { name: 'Adicionar passkey' })
  await naming.waitFor()
  expect(await violations(page)).toEqual([])
  await keyboard.type('Celular')
  await keyboard.press('Enter')
  const codes = page.getByRole('dialog', { name: 'Códigos de recuperação' })
  await codes.getByRole('listitem').nth(9).waitFor()
  expect(await violations(page)).toEqual([])
  await keyboard.press('Escape')
  await codes.getByRole('button', { name: 'Guardei os códigos' }).focus()
  await keyboard.press('Enter')
  await page.getByRole('grid', { name: 'Produtos' }).waitFor()

  // The app, proved by the passkey.
  await page.goto('/segurancaDaConta')
  await page.getByText('Celular', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Configurar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Usar passkey' }).click()
  const setup = page.getByRole('dialog', { name: 'Aplicativo autenticador' })
  await setup.getByRole('img', { name: 'Código QR' }).waitFor()
  expect(await violations(page)).toEqual([])
  const seed = readKey(await setup.locator('code').innerText())
  const step = totpStep(Date.now())
  await setup.getByLabel('Código de 6 dígitos').fill(totpCode(seed, step))
  await keyboard.press('Enter')
  await page.getByText(/Ativo desde/).waitFor()
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await violations(page)).toEqual([])
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.setViewportSize({ width: 1440, height: 900 })

  // The second step, by the next code: the one before was used.
  await leave(page)
  await givePassword(page)
  await page.getByRole('heading', { name: 'Confirme que é você' }).waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByLabel('Código', { exact: true }).fill(totpCode(seed, step))
  await keyboard.press('Enter')
  await page.getByText('Código incorreto ou já usado').waitFor()
  await page.getByLabel('Código', { exact: true }).fill(totpCode(seed, Math.max(step + 1, totpStep(Date.now()))))
  await page.getByLabel('Lembrar deste aparelho por 30 dias').check()
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await inside(page)

  await leave(page)
  await page.getByRole('button', { name: 'Entrar com passkey' }).click()
  await inside(page)

  await leave(page)
  await givePassword(page)
  await inside(page)
  expect(me.errors).toEqual([])
})

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The bytes of a key as it is shown for typing. */
function readKey(shown: string): Buffer {
  const bits = [...shown.replace(/\s/g, '')].map(letter => letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)))
}
