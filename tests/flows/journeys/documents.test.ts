import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readPdf } from '../../../src/base/paper/fixtures/readPdf.ts'
import { callApi } from '../fixtures/apiCalls.ts'
import { violations } from '../fixtures/axe.ts'
import { type BrowserUser, logIn, openBrowser } from '../fixtures/browserUser.ts'
import { layoutFlaws } from '../fixtures/layoutFlaws.ts'
import { openApp, type RunningApp } from '../fixtures/runningApp.ts'

let fixture: RunningApp
let me: BrowserUser

beforeAll(async () => {
  fixture = await openApp()
  me = await openBrowser(fixture.address)
  await logIn(me.page, 'dono@demo.com.br')
})
afterAll(async () => {
  await me?.leave()
  await fixture?.close()
})

it('labels of ticked products are seen, wanted twice and saved as a PDF', async () => {
  const { page } = me
  const products = (await callApi(page, 'produtos')) as { readonly id: number; readonly desc_prod: string }[]
  const [first] = products
  await page.goto('/produtos')
  for (const at of [0, 1])
    await page
      .getByRole('checkbox', { name: /^Selecionar / })
      .nth(at + 1)
      .check()
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Imprimir etiquetas' }).click()
  const papers = await opened
  const sheets = papers.getByRole('region', { name: 'Etiquetas de preço' })
  await sheets
    .getByRole('img', { name: /^Código / })
    .first()
    .waitFor()
  expect(await papers.getByRole('article').count()).toBe(2)
  await papers.getByLabel('Cópias de cada').fill('2')
  await papers.getByRole('article').nth(3).waitFor()
  expect(await violations(papers)).toEqual([])
  const saved = papers.waitForEvent('download')
  await papers.getByRole('button', { name: 'Baixar PDF' }).click()
  const file = await (await saved).path()
  expect(
    readPdf(readFileSync(file))
      .flatMap(({ lines }) => lines)
      .filter(line => line.startsWith('R$')),
  ).toHaveLength(4)
  expect(first?.desc_prod).toBeTruthy()
  await papers.close()
})

it('an order on a telephone in the dark theme has the order on white, and no flaw', async () => {
  const phone = await openBrowser(fixture.address, { viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
  try {
    await logIn(phone.page, 'dono@demo.com.br')
    const [order] = (await callApi(phone.page, 'pedidos')) as { readonly id: number }[]
    await phone.page.goto(`/documento?documento=pedido&registro=pedidos&ids=${order?.id}`)
    await phone.page.getByText(`Pedido nº ${order?.id}`).waitFor()
    expect(await violations(phone.page)).toEqual([])
    expect(await layoutFlaws(phone.page)).toEqual([])
  } finally {
    await phone.leave()
  }
})

it('a record that has no such paper says so in words', async () => {
  const { page } = me
  await page.goto('/documento?documento=pedido&registro=pedidos&ids=999999')
  await page
    .getByText(/não (foi encontrado|encontrado|existe)/i)
    .first()
    .waitFor()
})
