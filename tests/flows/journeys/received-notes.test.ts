import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { supplierNote } from '../../api/fiscal/supplierNote.ts'
import { callApi } from '../fixtures/apiCalls.ts'
import { violations } from '../fixtures/axe.ts'
import { type BrowserUser, logIn, openBrowser } from '../fixtures/browserUser.ts'
import { openApp, type RunningApp } from '../fixtures/runningApp.ts'

describe('notes of suppliers', () => {
  let house: RunningApp
  let me: BrowserUser

  beforeAll(async () => {
    house = await openApp()
  })
  afterAll(() => house?.close())
  beforeEach(async () => {
    me = await openBrowser(house.address)
  })
  afterEach(async () => {
    const { errors } = me
    await me.leave()
    expect(errors).toEqual([])
  })

  it('are sent as files, entered, and taken back', async () => {
    const { page } = me
    await logIn(page, 'dono@demo.com.br')
    await page.goto('/nfes')
    await page.getByRole('button', { name: 'Enviar XML' }).click()
    const dialog = page.getByRole('dialog')
    // A gift: nothing is to be paid.
    const lines = [{ code: 'AFF', name: 'AFFOGATO', quantity: '3.0000', value: '30.00' }]
    const files = [71, 72].map(number => ({
      name: `nota${number}.xml`,
      mimeType: 'text/xml',
      buffer: Buffer.from(supplierNote({ number, lines, vNF: '30.00', to: '25897133000133', payment: '90' })),
    }))
    await dialog.locator('input[type=file]').setInputFiles(files)
    await dialog.getByText('nota71.xml, nota72.xml').waitFor()
    await dialog.getByRole('button', { name: 'Enviar XML' }).click()
    await page.getByText('XML enviado com sucesso!').waitFor()
    const [note] = (await callApi(page, 'nfes?filter={"order":["id DESC"],"limit":1}')) as { id: number }[]
    await page.goto(`/nfes/${note?.id}`)
    const enter = page.getByRole('button', { name: 'Dar entrada' }).last()
    await enter.waitFor()
    expect(await violations(page)).toEqual([])
    await enter.click()
    await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button').last().click()
    await page.getByText('NFe salva com sucesso').waitFor()
    const entered = (await callApi(page, `nfes/${note?.id}`)) as { entrada: boolean; itens: { estoque: number; custo: number }[] }
    expect(entered).toMatchObject({ entrada: true, itens: [{ estoque: 3, custo: 10 }] })
    await enter.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Mais ações' }).first().click()
    await page.getByRole('menuitem', { name: 'Cancelar entrada' }).click()
    await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button').last().click()
    await page.getByText('Entrada da NFe cancelada com sucesso').waitFor()
    await enter.waitFor()
  })
})
