import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readPdf } from '../../../src/plugins/nfe/danfce/fixtures/readPdf.ts'
import { openTestAuthority } from '../../../src/plugins/sefaz/simulator/certificates.ts'
import { callApi } from '../fixtures/apiCalls.ts'
import { violations } from '../fixtures/axe.ts'
import { type BrowserUser, logIn, openBrowser } from '../fixtures/browserUser.ts'
import { openApp, type RunningApp } from '../fixtures/runningApp.ts'

describe('consumer invoices of a store', () => {
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

  /** A call of the signed-in person in the first store. */
  const post = async (page: Page, path: string, data: object): Promise<Record<string, unknown>> => {
    const authorization = await page.evaluate(() => localStorage.getItem('token') ?? '')
    const reply = await page.request.post(`/api/${path}`, { headers: { authorization }, data: { lojaId: 1, ...data } })
    return reply.json()
  }

  /** CNPJ of the demo company's first store. */
  const installCertificate = async (page: Page): Promise<void> => {
    const authority = openTestAuthority(join(house.folder, 'data', 'sefaz', 'authority'))
    const file = Buffer.from(authority.issueFile({ name: 'Cantina de Teste', cnpj: '25897133000133' }, '1234'))
    const certificado = `data:application/x-pkcs12;base64,${file.toString('base64')}`
    await post(page, 'Sefaz/uploadCertificado', { senha: '1234', certificado })
  }

  const sell = async (page: Page): Promise<unknown> => {
    const [product] = (await callApi(page, 'produtos?q=Affogato')) as { id: number }[]
    const moedas = (await callApi(page, 'moedas')) as { id: number; cod_sat: string }[]
    const moedaId = moedas.find(({ cod_sat }) => cod_sat === '01')?.id
    const sale = await post(page, 'Movimentos/save', {
      equipamentoId: 1,
      chave: 'fluxo-nfce',
      aberto_em: '2026-03-10T12:00:00-03:00',
      recebido_em: '2026-03-10T12:46:00-03:00',
      canal_venda: 'LOJA',
      tipo_venda: 'BALCAO',
      produtos: [{ produtoId: product?.id, qtd: 1, valor_unitario: 25, valor_bruto: 25 }],
      recebimentos: [{ moedaId, valor: 25 }],
    })
    return sale.id
  }

  const act = async (page: Page, name: string | RegExp): Promise<void> => {
    await page.getByRole('button', { name: 'Mais ações' }).first().click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  const answer = (page: Page, name: string): Promise<void> =>
    page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button', { name, exact: true }).last().click()

  it('a sale is issued and cancelled, and a number that was skipped is voided', async () => {
    const { page } = me
    await logIn(page, 'dono@demo.com.br')
    await installCertificate(page)
    await page.goto(`/Movimentos/${await sell(page)}`)
    await act(page, 'Emitir NFC-e')
    await page
      .getByText(/NFC-e \d+: 100 - Autorizado o uso/)
      .first()
      .waitFor()
    await page.getByRole('cell', { name: 'Autorizada' }).waitFor()
    expect(await violations(page)).toEqual([])
    await act(page, 'Ver NFC-e')
    await page.waitForURL(/\/NFCes\?/)
    await page
      .getByRole('link', { name: /^Editar/ })
      .first()
      .click()
    await page.getByText('Homologação: sem valor fiscal').waitFor()
    const downloading = page.waitForEvent('download')
    await act(page, 'Baixar XML')
    expect((await downloading).suggestedFilename()).toMatch(/^\d{44}\.xml$/)
    await act(page, 'DANFE')
    await page.getByRole('dialog').getByText('O PDF tem a largura da bobina da impressora.').waitFor()
    expect(await violations(page)).toEqual([])
    const printing = page.waitForEvent('download')
    await answer(page, 'Baixar PDF')
    const paper = await printing
    expect(paper.suggestedFilename()).toMatch(/^danfe-\d{44}\.pdf$/)
    const [sheet] = readPdf(await readFile(await paper.path()))
    expect(sheet?.lines.join(' ')).toContain('Protocolo de autorização')
    // The minutes that are left count down; who hears it is told the clock time.
    await page.getByRole('button', { name: 'Mais ações' }).first().click()
    expect(await page.getByRole('menuitem', { name: /^Cancelar até \d\d:\d\d$/ }).innerText()).toMatch(/(29|30):\d\d/)
    await page.keyboard.press('Escape')
    await act(page, /^Cancelar /)
    await answer(page, 'Cancelar')
    await page
      .getByText(/NFC-e \d+: 135 - /)
      .first()
      .waitFor()
    await page.getByText('Cancelada').first().waitFor()
    expect(await violations(page)).toEqual([])

    await page.goto('/NFCes/create')
    await page.getByRole('textbox', { name: 'Série' }).fill('1')
    await page.getByRole('textbox', { name: 'Número' }).fill('999001')
    await page.getByRole('textbox', { name: 'Justificativa' }).fill('Número pulado pelo equipamento')
    await page.getByRole('button', { name: 'Salvar NFC-e' }).click()
    await page.getByText('999001').first().waitFor()
    await page.goto('/NFCes?nNF=999001')
    await page
      .getByRole('link', { name: /^Editar/ })
      .first()
      .click()
    await act(page, 'Inutilizar')
    await answer(page, 'Inutilizar')
    await page
      .getByText(/Número 999001: 102 - /)
      .first()
      .waitFor()
    await page.getByText('Inutilizada').first().waitFor()
  })
})
