import { afterAll, beforeAll, expect, it } from 'vitest'
import { callApi } from '../fixtures/apiCalls.ts'
import { violations } from '../fixtures/axe.ts'
import { type BrowserUser, logIn, openBrowser } from '../fixtures/browserUser.ts'
import { openApp, type RunningApp } from '../fixtures/runningApp.ts'

let fixture: RunningApp
let owner: BrowserUser
let clerk: BrowserUser

beforeAll(async () => {
  fixture = await openApp()
  owner = await openBrowser(fixture.address, { viewport: { width: 1440, height: 900 } })
  clerk = await openBrowser(fixture.address, { viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
  await logIn(owner.page, 'dono@demo.com.br')
  await logIn(clerk.page, 'funcionario@demo.com.br')
})
afterAll(async () => {
  await owner?.leave()
  await clerk?.leave()
  await fixture?.close()
})

it('one person mentions another by keyboard, who opens the record from the bell and answers', async () => {
  const [partner] = (await callApi(owner.page, 'parceiros')) as { readonly id: number }[]
  const { page } = owner
  await page.goto(`/parceiros/${partner?.id}`)
  const box = page.getByRole('textbox', { name: 'Escreva um comentário' })
  await box.waitFor()
  await page.getByText('Nenhum comentário ainda').waitFor()
  await box.pressSequentially('Veja isto, @raf')
  const people = page.getByRole('listbox', { name: 'Pessoas que podem ver este registro' })
  await people.getByRole('option', { name: 'Rafael Nogueira' }).waitFor()
  expect(await violations(page)).toEqual([])
  await box.press('Enter')
  await people.waitFor({ state: 'hidden' })
  // A reload loses nothing of what was typed.
  await page.reload()
  await box.waitFor()
  expect(await box.inputValue()).toBe('Veja isto, @Rafael Nogueira ')
  await box.fill('')
  await box.pressSequentially('Veja isto, @raf')
  await people.getByRole('option', { name: 'Rafael Nogueira' }).waitFor()
  await box.press('Enter')
  await box.press('Control+Enter')
  await page.getByRole('heading', { name: 'Comentários (1)' }).waitFor()

  const phone = clerk.page
  await phone.getByRole('button', { name: 'Avisos: 1 novo' }).press('Enter')
  await phone
    .getByRole('dialog', { name: 'Avisos' })
    .getByRole('button', { name: /mencionou você/ })
    .press('Enter')
  await phone.waitForURL(/\/parceiros\/\d+\?comentario=/)
  await phone.getByText('Veja isto, @Rafael Nogueira').waitFor()
  expect(await violations(phone)).toEqual([])
  await phone.getByRole('button', { name: 'Responder', exact: true }).first().press('Enter')
  const answer = phone.getByRole('textbox', { name: /^Resposta a/ })
  await answer.fill('Já vi')
  await answer.press('Control+Enter')

  // The other browser hears of it without a reload.
  await page.getByRole('heading', { name: 'Comentários (2)' }).waitFor()
  await page.getByText('Já vi').waitFor()
  await page.getByRole('button', { name: 'Avisos: 1 novo' }).waitFor()
})
