import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { violations } from '../fixtures/axe.ts'
import { type BrowserUser, openBrowser, signIn } from '../fixtures/browserUser.ts'
import { openApp, type RunningApp } from '../fixtures/runningApp.ts'

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

it('an owner sees who can enter the shop and shuts somebody out, who is out at once', async () => {
  me = await openBrowser(fixture.address)
  const { page } = me
  const login = { email: 'funcionario@demo.com.br', password: 'demo1234' }
  const { id } = await (await page.request.post('/api/users/login', { data: login })).json()
  const isIn = async () => (await page.request.post('/api/users/configuracao', { headers: { authorization: id }, data: {} })).ok()
  await signIn(page, 'dono@demo.com.br')
  await page.goto('/acessos')
  const person = page.getByRole('row').filter({ hasText: 'funcionario@demo.com.br' })
  await person.getByText('Liberado').waitFor()
  expect(await isIn()).toBe(true)
  expect(await violations(page)).toEqual([])
  await person.getByRole('button', { name: 'Bloquear' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Bloquear' }).click()
  await person.getByText('Bloqueado', { exact: true }).first().waitFor()
  await expect.poll(isIn).toBe(false)
  await person.getByRole('button', { name: 'Liberar' }).click()
  await person.getByText('Liberado').waitFor()
  await person.getByRole('button', { name: 'Bloquear' }).waitFor()

  await page.goto('/sessoes')
  await page.getByRole('row').filter({ hasText: 'Esta sessão' }).getByText('Chrome').waitFor()
  expect(await violations(page)).toEqual([])
  await page.goto('/alterarSenha')
  await page.getByLabel(/^Nova senha/).fill('123456')
  await page.getByText('Muito fraca: é adivinhada na hora').waitFor()
  await page.getByLabel(/^Nova senha/).fill('cavalo-bateria-grampo-9')
  await page.getByText('Forte').waitFor()
})
