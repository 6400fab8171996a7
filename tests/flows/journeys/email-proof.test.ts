import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { mailText } from '../../mailCatcher.ts'
import { type ProofInMail, proofInMail } from '../../proofInMail.ts'
import { violations } from '../fixtures/axe.ts'
import { type BrowserUser, openBrowser } from '../fixtures/browserUser.ts'
import { layoutFlaws } from '../fixtures/layoutFlaws.ts'
import { openApp, type RunningApp } from '../fixtures/runningApp.ts'

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, colorScheme: 'dark' } as const

let fixture: RunningApp
let me: BrowserUser

beforeAll(async () => {
  fixture = await openApp()
})
afterAll(() => fixture?.close())
afterEach(async () => {
  expect(me.errors).toEqual([])
  await me.leave()
})

/** Link and code of the newest letter to somebody. */
async function proofTo(email: string, subject: string): Promise<ProofInMail> {
  const folder = join(fixture.folder, 'data', 'mail')
  const found = (): string | undefined =>
    readdirSync(folder)
      .filter(file => file.endsWith('.eml'))
      .sort()
      .map(file => readFileSync(join(folder, file), 'utf8'))
      .findLast(raw => raw.includes(`To: ${email}`) && raw.includes(subject))
  await expect.poll(found).toBeDefined()
  return proofInMail(mailText(found() ?? ''))
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

it('who signed up is told on every page to prove the e-mail, has the letter again, and is free by its code; both addresses of another e-mail agree', async () => {
  me = await openBrowser(fixture.address, phone)
  const { page } = me
  const made = await page.request.post('/api/Lojas/createVisitor', { data: visitor })
  expect(made.status()).toBe(200)
  const { path } = await proofTo(visitor.email, 'confirme')
  // The link asks for a login first, and goes on to its page.
  await page.goto(path)
  await page.getByLabel('E-mail').fill(visitor.email)
  await page.getByLabel('Senha', { exact: true }).fill(visitor.password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.getByRole('button', { name: 'Confirmar e-mail' }).waitFor()

  const strip = page.getByRole('status').filter({ hasText: 'Confirme o seu e-mail' })
  for (const path of ['/', '/produtos', '/user_lojas/create']) {
    await page.goto(path)
    await strip.waitFor()
    // One line of a phone.
    expect((await strip.boundingBox())?.height).toBeLessThan(60)
  }
  expect(await violations(page)).toEqual([])
  expect(await layoutFlaws(page)).toEqual([])
  // An invitation before that is refused in words, and nobody is sent out for it.
  const invited = page.locator('main').getByLabel('E-mail')
  await invited.fill('garcom@exemplo.com.br')
  await page.getByRole('button', { name: 'Salvar usuário da loja' }).click()
  await page.getByText('Confirme o seu e-mail antes de escrever a outras pessoas').first().waitFor()
  expect(await invited.inputValue()).toBe('garcom@exemplo.com.br')
  await page.getByRole('button', { name: 'Descartar' }).click()
  await strip.getByRole('button', { name: 'Confirmar e-mail' }).click()
  await page.getByText(visitor.email).first().waitFor()
  expect(await layoutFlaws(page)).toEqual([])
  await page.getByRole('button', { name: 'Reenviar e-mail' }).click()
  await page.getByText(`E-mail enviado para ${visitor.email}.`).waitFor()

  const give = async (code: string): Promise<void> => {
    await page.getByLabel('Código do e-mail').fill(code)
    await page.getByRole('button', { name: 'Confirmar com o código' }).click()
  }
  await give('000 000')
  await page.getByText('Código errado ou vencido.').waitFor()
  await give((await proofTo(visitor.email, 'Confirme')).code)
  await page.getByText('E-mail confirmado.').waitFor()
  await page.goto('/')
  await page.getByRole('main').waitFor()
  expect(await strip.count()).toBe(0)

  const other = 'ana.em.outro@exemplo.com.br'
  await page.goto('/segurancaDaConta')
  await page.getByRole('button', { name: 'Trocar e-mail' }).click()
  await page.getByLabel('Novo e-mail').fill(other)
  await page.getByRole('button', { name: 'Pedir a troca' }).click()
  await page.getByText('Falta confirmar').nth(1).waitFor()
  await page.reload()
  await page.getByText('Falta confirmar').nth(1).waitFor()
  expect(await violations(page)).toEqual([])
  expect(await layoutFlaws(page)).toEqual([])
  await give((await proofTo(visitor.email, 'troca')).code)
  await page.getByText('Confirmou', { exact: true }).waitFor()
  await page.goto((await proofTo(other, 'novo e-mail')).path)
  await page.getByRole('button', { name: 'Confirmar e-mail' }).click()
  await page.getByText(`O e-mail da sua conta agora é ${other}.`).waitFor()
})
