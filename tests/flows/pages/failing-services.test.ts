import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { stubCepAnswer } from '../../../src/plugins/cep/stubServer.ts'
import { type StubServer, startStubServer } from '../../../src/server/integrations/stubServer.ts'
import { violations } from '../fixtures/axe.ts'
import { type BrowserUser, openBrowser, signIn } from '../fixtures/browserUser.ts'
import { layoutFlaws } from '../fixtures/layoutFlaws.ts'
import { openApp, type RunningApp } from '../fixtures/runningApp.ts'

let cep: StubServer
let fixture: RunningApp
let me: BrowserUser

beforeAll(async () => {
  cep = await startStubServer(stubCepAnswer)
  fixture = await openApp({ CEP_URL: cep.address })
})
afterAll(async () => {
  await fixture?.close()
  await cep?.close()
})
beforeEach(async () => {
  me = await openBrowser(fixture.address)
})
afterEach(() => me?.leave())

const line = () => me.page.getByRole('link', { name: 'Integrações com problema: 1' })
const attention = () => me.page.getByRole('region', { name: 'Precisa de atenção' })

it('the owner is led from the first page to the service that fails, with since when and why', async () => {
  const { page } = me
  await signIn(page, 'dono@demo.com.br')
  await page.goto('/')
  await attention().getByRole('link').first().waitFor()
  expect(await line().count()).toBe(0)

  cep.behaviour = 'failing'
  await page.goto('/Contador/create')
  // A lookup tries three times: two of them are enough.
  await page.getByLabel('CEP').fill('30110-025')
  await expect.poll(() => cep.requests.length).toBe(3)
  await page.getByLabel('CEP').fill('80010-010')
  await expect.poll(() => cep.requests.length).toBe(5)
  page.on('dialog', dialog => void dialog.accept())
  await expect
    .poll(async () => {
      await page.goto('/')
      await attention().getByRole('link').first().waitFor()
      return line().count()
    })
    .toBe(1)
  expect(await violations(page)).toEqual([])
  await line().click()
  await page.getByRole('heading', { name: 'Integrações com problema', level: 1 }).waitFor()
  await page.getByText('Endereço pelo CEP').waitFor()
  await page.getByText('Responde com erro').waitFor()
  expect(await layoutFlaws(page)).toEqual([])
  expect(await violations(page)).toEqual([])
})

it('somebody who is not the owner has no such line, nor the page', async () => {
  const { page } = me
  await signIn(page, 'funcionario@demo.com.br')
  await page.goto('/')
  await page.getByRole('heading', { name: 'Início', level: 1 }).waitFor()
  await page.goto('/integracoes-com-problema')
  await page
    .getByText(/^Sem permissão: /)
    .first()
    .waitFor()
})
