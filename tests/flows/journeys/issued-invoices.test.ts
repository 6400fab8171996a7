import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readPdf } from '../../../src/base/paper/fixtures/readPdf.ts'
import { callApi } from '../fixtures/apiCalls.ts'
import { type BrowserUser, logIn, openBrowser } from '../fixtures/browserUser.ts'
import { actOnRecord, answerDialog, postAs, sellAtCounter } from '../fixtures/consumerSales.ts'
import { type FiscalApp, openFiscalApp } from '../fixtures/fiscalApp.ts'
import { installCertificate } from '../fixtures/installCertificate.ts'
import { openAppProcess } from '../fixtures/runningApp.ts'

/** Every action on an NF-e, as the office presses it: what is told, what opens, what the record says afterwards. */

let app: FiscalApp
let me: BrowserUser
let customer = 0

beforeAll(async () => {
  app = await openFiscalApp({}, openAppProcess)
  me = await openBrowser(app.fixture.address)
  await logIn(me.page, 'dono@demo.com.br')
  await installCertificate(me.page, app.simulator)
  const made = await postAs(me.page, 'parceiros/save', {
    nome_fantasia: 'Mercado Bom',
    razao_social: 'Mercado Bom Ltda',
    cliente: true,
    cnpj: '00000000000191',
    email1: 'compras@mercado.example',
    enderecos: [
      {
        cep: '01001000',
        logradouro: 'Rua Direita',
        numero: '7',
        bairro: 'Sé',
        cidade: 'São Paulo',
        uf: 'SP',
        codigo_municipio: '3550308',
      },
    ],
  })
  customer = Number(made.id)
})
afterAll(async () => {
  await me?.leave()
  await app?.close()
})

/** A draft of one product, paid in cash; its address. */
async function draft(page: Page, changes: object = {}): Promise<string> {
  const [product] = (await callApi(page, 'produtos?q=Affogato')) as { id: number }[]
  const itens = [{ produtoId: product?.id, descricao: 'Affogato', quantidade: 2, valor_unitario: 25 }]
  const saved = await postAs(page, 'NFe_emissaos/save', {
    destinatarioId: customer,
    itens,
    pagamentos: [{ tipo: 1, valor: 50 }],
    ...changes,
  })
  return `/NFe_emissaos/${saved.id}`
}

const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click()

/** Expects a dialog's text, and closes it. */
async function told(page: Page, text: RegExp): Promise<void> {
  await page.getByRole('alertdialog').getByText(text).waitFor()
  await answerDialog(page, 'OK')
}

/** The text of the PDF that an action opens in another tab. */
async function opened(page: Page, act: () => Promise<void>): Promise<string> {
  const [reply] = await Promise.all([
    page.context().waitForEvent('response', { predicate: one => one.url().includes('/NFe_emissaos/pdf') }),
    act(),
  ])
  const pdf = await page.request.get(reply.url())
  // The page that the context keeps open stays.
  for (const tab of page.context().pages()) if (tab !== page && !tab.url().endsWith('/theme.js')) await tab.close()
  return readPdf(await pdf.body())
    .flatMap(({ lines }) => lines)
    .join('\n')
}

it('a note is issued, corrected, mailed and cancelled from its screen', async () => {
  const { page } = me
  await page.goto(await draft(page))
  expect(await opened(page, () => press(page, 'Download Espelho'))).toContain('ESPELHO')
  await press(page, 'Emitir NFe')
  await told(page, /^100 - Autorizado o uso da NF-e$/)
  await page.getByText('Autorizada', { exact: true }).first().waitFor()
  expect(await page.getByRole('button', { name: 'Salvar NF-e' }).count()).toBe(0)
  expect(await opened(page, () => actOnRecord(page, 'DANFE'))).toContain('SEM VALOR FISCAL')
  const fileOf = async (title: string): Promise<string> => {
    const [download] = await Promise.all([page.waitForEvent('download'), actOnRecord(page, title)])
    return download.suggestedFilename()
  }
  expect(await fileOf('Baixar XML')).toMatch(/^\d{44}\.xml$/)
  await actOnRecord(page, 'Enviar por e-mail')
  const to = page.getByRole('dialog').getByLabel('Para')
  await expect.poll(() => to.inputValue()).toBe('compras@mercado.example')
  await to.fill('compras@mercado.example, contador@escritorio.example')
  await answerDialog(page, 'Enviar')
  await page.getByText('Email envido com sucesso!').waitFor()
  await actOnRecord(page, 'Carta de correção')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Correção').fill('Curta')
  await dialog.getByRole('button', { name: 'Gerar carta de correção' }).click()
  await dialog.getByText('Preencha a correção com no mínimo 10 caracteres!').waitFor()
  await dialog.getByLabel('Correção').fill('A espécie correta do volume é caixa')
  await dialog.getByRole('button', { name: 'Gerar carta de correção' }).click()
  await page.getByText('Carta de Correção gerada com sucesso!').waitFor()
  expect(await opened(page, () => actOnRecord(page, 'Download PDF CCe'))).toContain('A espécie correta do volume é caixa')
  await actOnRecord(page, 'Cancelar NF-e')
  await dialog.getByLabel('Motivo do cancelamento').fill('Pedido desfeito pelo cliente')
  await dialog.getByRole('button', { name: 'Cancelar NF-e' }).click()
  await told(page, /^135 - /)
  await page.getByText('Cancelada', { exact: true }).first().waitFor()
  expect(await opened(page, () => actOnRecord(page, 'Download PDF Cancelamento'))).toContain('CANCELADA')
  expect(await fileOf('Baixar XML do cancelamento')).toMatch(/^\d{44}-cancelamento\.xml$/)
  expect(await fileOf('Baixar XML da CC-e')).toMatch(/^\d{44}-correcao\.xml$/)
  // Files are reached by actions: no address of the API stands on the page.
  await page.getByText('Chave de acesso').first().waitFor()
  expect(await page.getByRole('main').innerText()).not.toContain('/api/')
  await page.goto('/NFe_emissaos')
  await page.getByText('CC-e').first().waitFor()
  expect(me.errors).toEqual([])
})

/** Counts what people press on the page from now on, as long as nothing loads it anew. */
async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0
  await page.exposeFunction('tellClick', () => {
    clicks += 1
  })
  await page.evaluate(() => addEventListener('click', event => event.detail > 0 && Reflect.get(window, 'tellClick')(), true))
  return () => clicks
}

it('an NF-e of a sale takes six clicks at most, to the word of the authority; its items come back by the NFC-e', async () => {
  const { page } = me
  const sale = await sellAtCounter(page, 'nfe-de-venda')
  await postAs(page, 'Sefaz/emiteNFCe', { movimentoId: sale, equipamentoId: 1 })
  await page.goto(`/Movimentos/${sale}`)
  const clicks = await countClicks(page)
  await actOnRecord(page, 'Gerar NF-e')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Destinatário' }).click()
  await page.keyboard.type('Mercado Bom')
  await page
    .getByRole('option', { name: /Mercado Bom/ })
    .first()
    .click()
  await dialog.getByRole('button', { name: 'Gerar NF-e' }).click()
  await page.waitForURL(/NFe_emissaos\/\d+$/)
  await press(page, 'Emitir NFe')
  await page
    .getByRole('alertdialog')
    .getByText(/^100 - Autorizado o uso da NF-e$/)
    .waitFor()
  expect(clicks()).toBeGreaterThan(3)
  expect(clicks()).toBeLessThanOrEqual(6)
  await answerDialog(page, 'OK')
  await page.goto(`/Movimentos/${sale}`)
  await app.run(
    `UPDATE "NFCes" SET autorizada_em = autorizada_em - interval '1 hour', "dhEmi" = "dhEmi" - interval '1 hour' WHERE "movimentoId" = ${sale}`,
  )
  await actOnRecord(page, /^Cancelar/)
  const asked = page.getByRole('alertdialog')
  await asked
    .getByRole('button', { name: /^Cancelar/ })
    .last()
    .click()
  await asked.getByText('emita uma nota de devolução').waitFor()
  await asked.getByRole('button', { name: 'Devolver' }).click()
  const amount = dialog.getByRole('textbox', { name: 'Devolver: Affogato' })
  await expect.poll(() => amount.inputValue()).toMatch(/^1(,0+)?$/)
  await amount.fill('2')
  await dialog.getByRole('combobox', { name: 'Destinatário' }).click()
  await page.keyboard.type('Mercado Bom')
  await page
    .getByRole('option', { name: /Mercado Bom/ })
    .first()
    .click()
  // The dialog tells and asks what becomes of goods and money before anything happens.
  await dialog.getByText('Estoque e dinheiro mudam só quando a SEFAZ a autorizar.').waitFor()
  expect(await dialog.getByLabel('Volta ao estoque').isChecked()).toBe(true)
  const money = dialog.getByRole('combobox', { name: 'Dinheiro da devolução' })
  await money.selectOption({ label: 'Fica a pagar ao cliente' })
  await dialog.getByRole('combobox', { name: 'Classificação da conta' }).waitFor()
  await money.selectOption({ label: 'Nada a devolver' })
  await expect.poll(() => dialog.getByRole('combobox', { name: 'Classificação da conta' }).count()).toBe(0)
  await dialog.getByRole('button', { name: 'Gerar devolução' }).click()
  await dialog.getByText('a nota vendeu 1').waitFor()
  await amount.fill('1')
  await dialog.getByRole('button', { name: 'Gerar devolução' }).click()
  await page.waitForURL(/NFe_emissaos\/\d+$/)
  await press(page, 'Emitir NFe')
  await told(page, /^100 - Autorizado o uso da NF-e$/)
  expect(me.errors).toEqual([])
})

it('the editor knows the price of a product and what is left to pay, and asks for neither', async () => {
  const { page } = me
  await page.goto('/NFe_emissaos/create')
  await page.getByRole('tab', { name: 'Produtos' }).click()
  const items = page.getByRole('group', { name: 'Adicionar em Produtos' })
  await items.getByRole('combobox', { name: 'Produto' }).fill('Affogato')
  await page
    .getByRole('option', { name: /Affogato/ })
    .first()
    .click()
  const price = items.getByRole('textbox', { name: 'Valor unitário' })
  await expect.poll(() => price.inputValue()).toMatch(/^\d+,\d+$/)
  const known = await price.inputValue()
  // Typed values stay; the others go with the next row.
  await price.fill('11,50')
  await price.press('Enter')
  await page.getByRole('grid', { name: 'Produtos' }).getByText('Affogato').first().waitFor()
  await expect.poll(() => price.inputValue()).toBe('')
  expect(known).not.toBe('11,50')
  await page.getByRole('tab', { name: 'Pagamentos' }).click()
  const payments = page.getByRole('group', { name: 'Adicionar em Pagamentos' })
  const amount = payments.getByRole('textbox', { name: 'Valor' })
  await expect.poll(() => amount.inputValue()).toMatch(/^11,50/)
  await amount.fill('1,50')
  await payments.getByRole('combobox', { name: 'Tipo' }).selectOption({ label: '01 - Dinheiro' })
  await amount.press('Enter')
  await expect.poll(() => amount.inputValue()).toMatch(/^10,00/)
})

it('what is missing and what the authority refuses is told, and the note stays a draft', async () => {
  const { page } = me
  const lacking = await draft(page)
  // A draft of a former version may have no payment.
  await app.run('DELETE FROM "NFe_emissaos_pagamentos" WHERE "NFe_emissaosId" = $1', [lacking.split('/')[2]])
  await page.goto(lacking)
  await press(page, 'Emitir NFe')
  await page.getByText('Adicione ao menos um pagamentos').nth(1).waitFor()
  await page.goto(await draft(page))
  app.simulator.set({ faults: [{ kind: 'code', code: '778', times: 1, service: 'NFeAutorizacao4' }] })
  await press(page, 'Emitir NFe')
  await told(page, /^778 - /)
  await page.getByText('Em Digitação', { exact: true }).first().waitFor()
  app.simulator.set({ faults: [{ kind: 'cutAfter', times: 1, service: 'NFeAutorizacao4' }] })
  await press(page, 'Emitir NFe')
  await told(page, /^A nota está guardada e será enviada/)
  await page.getByText('Em Processamento', { exact: true }).first().waitFor()
  await actOnRecord(page, 'Consultar SEFAZ')
  await told(page, /^100 - /)
  expect(me.errors).toEqual([])
})

it('a cancellation after the state’s hours warns of the penalty, and is still asked for', async () => {
  const { page } = me
  await page.goto(await draft(page))
  await press(page, 'Emitir NFe')
  await told(page, /^100 - /)
  await app.run(`UPDATE "NFe_emissaos" SET cancelavel_ate = now() - interval '1 hour', version = version + 1`)
  await page.reload()
  await actOnRecord(page, 'Cancelar NF-e')
  await page
    .getByRole('dialog')
    .getByText(
      'O prazo máximo para cancelamento em SP é de 24 horas. O pedido ainda é aceito, mas o emitente fica sujeito a multa',
    )
    .waitFor()
  await page.getByRole('dialog').getByLabel('Motivo do cancelamento').fill('Pedido desfeito pelo cliente')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar NF-e' }).click()
  await told(page, /^135 - /)
})

it('a range of numbers is voided by its own form', async () => {
  const { page } = me
  await page.goto('/NFe_emissaos')
  await page.getByRole('link', { name: 'Nova inutilização' }).click()
  await page.getByRole('textbox', { name: 'Série' }).fill('3')
  await page.getByRole('textbox', { name: 'Número', exact: true }).fill('10')
  await page.getByRole('textbox', { name: 'Número final' }).fill('12')
  await page.getByRole('textbox', { name: 'Justificativa' }).fill('Faixa pulada pelo sistema antigo')
  await press(page, 'Inutilizar Numeração')
  await answerDialog(page, 'Inutilizar Numeração')
  await told(page, /^102 - /)
  await page.getByText('Inutilizada', { exact: true }).first().waitFor()
  expect(app.simulator.ledgers[2].voidings()).toMatchObject([{ series: 3, first: 10, last: 12 }])
  const [download] = await Promise.all([page.waitForEvent('download'), actOnRecord(page, 'Baixar XML da inutilização')])
  expect(download.suggestedFilename()).toBe('inutilizacao-3-10.xml')
  expect(me.errors).toEqual([])
})
