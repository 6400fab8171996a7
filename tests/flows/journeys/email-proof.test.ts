import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { mailText } from '../../mailCatcher.ts'
import { violations } from '../fixtures/axe.ts'
import { type BrowserUser, openBrowser } from '../fixtures/browserUser.ts'
import { layoutFlaws } from '../fixtures/layoutFlaws.ts'
import { openApp, type RunningApp } from '../fixtures/runningApp.ts'

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, colorScheme: 'dark' } as const

let house: RunningApp
let me: BrowserUser

beforeAll(async () => {
  house = await openApp()
})
afterAll(() => house?.close())
afterEach(async () => {
  expect(me.errors).toEqual([])
  await me.leave()
})

/** Where the newest letter to somebody leads. */
async function linkTo(email: string, subject: string): Promise<string> {
  const folder = join(house.folder, 'data', 'mail')
  const found = (): string | undefined =>
    readdirSync(folder)
      .filter(file => file.endsWith('.eml'))
      .sort()
      .map(file => readFileSync(join(folder, file), 'utf8'))
      .findLast(raw => raw.includes(`To: ${email}`) && raw.includes(subject))
  await expect.poll(found).toBeDefined()
  const { pathname, search } = new URL(/https?:\/\/\S+\/confirmarEmail\S*/.exec(mailText(found() ?? ''))?.[0] ?? '')
  return pathname + search
}

const visitor = {
  nome_contato: 'Ana Souza',
  email: 'ana.que.confirma@exemplo.com.br',
  telefone_contato: '(11) 98765-4321',
  nome_fantasia: 'Cantina da Ana',
  cpf_cnpj: 'cnpj',
  cnpj: '12.ABC.345/01DE-35',
  segmentoId: 1,
  cep: '01310-100',
  numero: '100',
  password: 'segredo-1',
  termos: true,
}

it('who signed up is told on every page to prove the e-mail, has the letter again, and is free by its link', async () => {
  me = await openBrowser(house.address, phone)
  const { page } = me
  const made = await page.request.post('/api/Lojas/createVisitor', { data: visitor })
  expect(made.status()).toBe(200)
  const link = await linkTo(visitor.email, 'confirme')
  // The link asks for a login first, and goes on to its page.
  await page.goto(link)
  await page.getByLabel('E-mail').fill(visitor.email)
  await page.getByLabel('Senha', { exact: true }).fill(visitor.password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  const prove = page.getByRole('button', { name: 'Confirmar e-mail' })
  await prove.waitFor()

  const strip = page.getByRole('status').filter({ hasText: 'Confirme o seu e-mail' })
  for (const path of ['/', '/produtos', '/user_lojas/create']) {
    await page.goto(path)
    await strip.getByText(visitor.email).waitFor()
  }
  expect(await violations(page)).toEqual([])
  expect(await layoutFlaws(page)).toEqual([])
  await strip.getByRole('button', { name: 'Reenviar e-mail' }).click()
  await page.getByText(`E-mail enviado para ${visitor.email}.`).waitFor()

  await page.goto(await linkTo(visitor.email, 'Confirme'))
  await prove.waitFor()
  expect(await violations(page)).toEqual([])
  expect(await layoutFlaws(page)).toEqual([])
  await prove.click()
  await page.getByText('E-mail confirmado.').waitFor()
  await strip.waitFor({ state: 'detached' })
  await page.goto('/confirmarEmail?t=outro')
  await page.getByText('E-mail confirmado.').waitFor()
  expect(await violations(page)).toEqual([])
})
