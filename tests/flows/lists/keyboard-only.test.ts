import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BrowserUser, openBrowser } from '../fixtures/browserUser.ts'
import { openApp, type RunningApp } from '../fixtures/runningApp.ts'

let fixture: RunningApp
let me: BrowserUser

beforeAll(async () => {
  fixture = await openApp()
  me = await openBrowser(fixture.address)
})
afterAll(async () => {
  await me?.leave()
  await fixture?.close()
})

it('logs in, finds a screen, creates, edits in a cell and deletes by keyboard alone', async () => {
  const { page } = me
  const { keyboard } = page
  await page.goto('/login')
  await page.getByLabel('E-mail').waitFor()
  await keyboard.type('dono@demo.com.br')
  await keyboard.press('Tab')
  await keyboard.type('demo1234')
  await keyboard.press('Enter')
  await page.getByRole('navigation').first().waitFor()

  await keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
  await keyboard.type('unidades')
  await keyboard.press('Enter')
  await page.waitForURL('**/unidades')
  await page.getByRole('grid', { name: 'Unidades' }).waitFor()

  await page.getByRole('link', { name: 'Nova unidade' }).focus()
  await keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Nome' }).waitFor()
  await page.getByRole('textbox', { name: 'Nome' }).focus()
  await keyboard.type('FARDO')
  await keyboard.press('Control+s')
  await page.getByText('Criado com sucesso.').waitFor()

  await page.goto('/unidades?q=fardo')
  const cell = page.getByRole('gridcell', { name: 'FARDO', exact: true })
  await cell.focus()
  await keyboard.press('F2')
  await keyboard.press('Control+a')
  await keyboard.type('FD')
  await keyboard.press('Enter')
  await page.getByRole('gridcell', { name: 'FD', exact: true }).waitFor()

  await page.getByRole('button', { name: 'Mais ações: FD' }).focus()
  await keyboard.press('Enter')
  await page.locator('[role="menuitem"]:focus').waitFor()
  for (let at = 0; at < 10 && (await page.locator(':focus').textContent()) !== 'Excluir'; at++) await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).focus()
  await keyboard.press('Enter')
  await expect.poll(() => page.getByRole('gridcell', { name: 'FD', exact: true }).count()).toBe(0)
  expect(me.errors).toEqual([])
})
